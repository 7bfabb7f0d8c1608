//! [`Usage`]: who uses a connection, and since when nobody does.

use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use toolwright_base::lock;

/// The users of a connection, and the time since when it has none.
#[derive(Debug)]
pub(crate) struct Usage(Mutex<Uses>);

#[derive(Debug)]
struct Uses {
    count: usize,
    last: Instant,
}

/// A use of a connection, which ends when it is dropped.
#[derive(Debug)]
pub(crate) struct InUse(Arc<Usage>);

impl Default for Usage {
    fn default() -> Self {
        Self(Mutex::new(Uses {
            count: 0,
            last: Instant::now(),
        }))
    }
}

impl Usage {
    /// Begins a use.
    pub(crate) fn begin(self: &Arc<Self>) -> InUse {
        lock(&self.0).count += 1;
        InUse(Arc::clone(self))
    }

    /// Notes that the connection has just been made.
    pub(crate) fn restart(&self) {
        lock(&self.0).last = Instant::now();
    }

    /// Waits until nobody has used the connection for so long.
    pub(crate) async fn idle(&self, limit: Option<Duration>) {
        let Some(limit) = limit else {
            return std::future::pending().await;
        };
        loop {
            let rest = self.rest(limit);
            if rest.is_zero() {
                return;
            }
            tokio::time::sleep(rest).await;
        }
    }

    fn rest(&self, limit: Duration) -> Duration {
        let uses = lock(&self.0);
        match uses.count {
            0 => limit.saturating_sub(uses.last.elapsed()),
            _ => limit,
        }
    }
}

impl Drop for InUse {
    fn drop(&mut self) {
        let mut uses = lock(&self.0.0);
        uses.count -= 1;
        uses.last = Instant::now();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_is_idle_once_its_last_use_has_ended_long_ago() {
        let (usage, limit) = (Arc::new(Usage::default()), Duration::from_millis(1));
        let (first, second) = (usage.begin(), usage.begin());
        std::thread::sleep(2 * limit);
        drop(first);
        assert_eq!(usage.rest(limit), limit);
        drop(second);
        std::thread::sleep(2 * limit);
        assert_eq!(usage.rest(limit), Duration::ZERO);
        usage.restart();
        assert_ne!(usage.rest(Duration::from_secs(60)), Duration::ZERO);
    }
}
