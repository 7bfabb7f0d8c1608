//! [`BodyPace`]: how fast large bodies are read, over all connections.

use std::{
    sync::Mutex,
    time::{Duration, Instant},
};

use toolwright_base::lock;

/// The bytes of large bodies that are read in a second, over all connections.
const RATE: u32 = 64 * 1024 * 1024;
/// How far the bytes may be ahead of the rate: 16 MiB, several of the largest bodies, need not wait.
const AHEAD: Duration = Duration::from_millis(250);

/// Limits how fast large bodies arrive, over all connections.
///
/// Each byte of a large body takes time of the processors: it is copied, and parsed. Small requests
/// would wait for that if clients sent large ones as fast as they can. A body that is not read makes
/// its client wait instead.
#[derive(Debug)]
pub(super) struct BodyPace {
    /// The time at which all bytes so far have arrived, if they arrive at the rate.
    due: Mutex<Option<Instant>>,
}

impl BodyPace {
    pub(super) const fn new() -> Self {
        Self {
            due: Mutex::new(None),
        }
    }

    /// Waits until more bytes may be read after a piece of `length` bytes.
    pub(super) async fn wait_after(&self, length: usize) {
        if let Some(delay) = self.count(length, Instant::now()) {
            tokio::time::sleep(delay).await;
        }
    }

    /// Counts a piece that arrives at `now`. Returns how long to wait after it.
    fn count(&self, length: usize, now: Instant) -> Option<Duration> {
        let time = Duration::from_secs(length as u64) / RATE;
        let mut due = lock(&self.due);
        let next = due.map_or(now, |due| due.max(now)) + time;
        *due = Some(next);
        next.checked_duration_since(now + AHEAD)
            .filter(|delay| !delay.is_zero())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: usize = 1024 * 1024;

    #[test]
    fn bytes_beyond_the_rate_wait() {
        let (pace, start) = (BodyPace::new(), Instant::now());
        let after = Duration::from_millis;
        assert_eq!(pace.count(16 * MIB, start), None);
        assert_eq!(pace.count(32 * MIB, start), Some(after(500)));
        // Half of a second later, and then after a pause.
        assert_eq!(pace.count(16 * MIB, start + after(500)), Some(after(250)));
        assert_eq!(pace.count(16 * MIB, start + after(5000)), None);
    }
}
