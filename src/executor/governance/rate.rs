//! [`Rate`]: how often each caller may call a tool.

use std::{
    collections::HashMap,
    fmt,
    num::NonZeroU32,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use governor::{
    Quota, RateLimiter,
    clock::{Clock, DefaultClock},
    middleware::NoOpMiddleware,
    state::keyed::HashMapStateStore,
};

use crate::core::{Origin, RateLimit, ToolError, lock};

/// How often callers that come no more are forgotten, in calls.
const FORGET_EVERY: u32 = 4096;

/// When to come again with too many calls at once: nobody knows how long those take.
const SOON: Duration = Duration::from_secs(1);

type Limiter = RateLimiter<
    Origin,
    HashMapStateStore<Origin>,
    DefaultClock,
    NoOpMiddleware<<DefaultClock as Clock>::Instant>,
>;

/// How often each caller may call a tool.
pub(super) struct Rate {
    limiters: Vec<Limiter>,
    clock: DefaultClock,
    most_running: Option<NonZeroU32>,
    running: Arc<Mutex<HashMap<Origin, u32>>>,
    calls: AtomicU32,
}

impl fmt::Debug for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rate")
            .field("limiters", &self.limiters.len())
            .field("most_running", &self.most_running)
            .finish_non_exhaustive()
    }
}

/// One call that counts as running, until this is dropped.
#[derive(Debug)]
pub(super) struct Counted(Option<(Arc<Mutex<HashMap<Origin, u32>>>, Origin)>);

impl Rate {
    pub(super) fn of(limit: RateLimit) -> Self {
        let minute = limit.per_minute.map(Quota::per_minute);
        let hour = limit.per_hour.map(Quota::per_hour);
        let clock = DefaultClock::default();
        Self {
            limiters: minute
                .into_iter()
                .chain(hour)
                .map(|quota| RateLimiter::new(quota, HashMapStateStore::default(), clock.clone()))
                .collect(),
            clock,
            most_running: limit.concurrent,
            running: Arc::default(),
            calls: AtomicU32::new(0),
        }
    }

    /// Counts a call of `caller`.
    pub(super) fn count(&self, caller: Origin) -> Result<Counted, ToolError> {
        let counted = self.begin(caller)?;
        for limiter in &self.limiters {
            if let Err(not_until) = limiter.check_key(&caller) {
                let retry_after = not_until.wait_time_from(self.clock.now());
                return Err(ToolError::RateLimited { retry_after });
            }
        }
        self.forget_sometimes();
        Ok(counted)
    }

    fn begin(&self, caller: Origin) -> Result<Counted, ToolError> {
        let Some(most) = self.most_running else {
            return Ok(Counted(None));
        };
        let mut running = lock(&self.running);
        let count = running.entry(caller).or_default();
        if *count >= most.get() {
            return Err(ToolError::RateLimited { retry_after: SOON });
        }
        *count += 1;
        Ok(Counted(Some((Arc::clone(&self.running), caller))))
    }

    /// Whoever may call as often as ever needs no memory.
    fn forget_sometimes(&self) {
        if self.limiters.is_empty() {
            return;
        }
        if self.calls.fetch_add(1, Ordering::Relaxed) % FORGET_EVERY == FORGET_EVERY - 1 {
            for limiter in &self.limiters {
                limiter.retain_recent();
                limiter.shrink_to_fit();
            }
        }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let Some((running, caller)) = self.0.take() else {
            return;
        };
        let mut running = lock(&running);
        if let Some(count) = running.get_mut(&caller) {
            *count -= 1;
            if *count == 0 {
                running.remove(&caller);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALICE: Origin = Origin::Host;
    const BOB: Origin = Origin::Local;

    fn retry_after(result: Result<Counted, ToolError>) -> Option<Duration> {
        match result {
            Err(ToolError::RateLimited { retry_after }) => Some(retry_after),
            _ => None,
        }
    }

    #[test]
    fn each_caller_has_its_own_count_and_learns_when_to_come_again() {
        let rate = Rate::of(RateLimit {
            per_minute: NonZeroU32::new(2),
            ..RateLimit::default()
        });
        assert!(rate.count(ALICE).is_ok());
        assert!(rate.count(ALICE).is_ok());
        let wait = retry_after(rate.count(ALICE)).unwrap();
        assert!(
            wait > Duration::from_secs(20) && wait <= Duration::from_secs(30),
            "{wait:?}"
        );
        assert!(rate.count(BOB).is_ok());
    }

    #[test]
    fn the_strictest_limit_counts() {
        let rate = Rate::of(RateLimit {
            per_minute: NonZeroU32::new(100),
            per_hour: NonZeroU32::new(1),
            ..RateLimit::default()
        });
        assert!(rate.count(ALICE).is_ok());
        let wait = retry_after(rate.count(ALICE)).unwrap();
        assert!(wait > Duration::from_secs(3000), "{wait:?}");
    }

    #[test]
    fn calls_at_once_are_counted_until_they_are_over() {
        let rate = Rate::of(RateLimit {
            concurrent: NonZeroU32::new(1),
            ..RateLimit::default()
        });
        let first = rate.count(ALICE).unwrap();
        assert_eq!(retry_after(rate.count(ALICE)), Some(SOON));
        assert!(rate.count(BOB).is_ok());
        drop(first);
        assert!(rate.count(ALICE).is_ok());
        assert!(lock(&rate.running).is_empty());
    }
}
