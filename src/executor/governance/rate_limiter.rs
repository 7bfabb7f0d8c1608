//! [`RateLimiter`]: limits how often each caller may call a tool.

use std::{
    collections::HashMap,
    fmt,
    num::NonZeroU32,
    sync::{
        Arc, PoisonError, RwLock,
        atomic::{AtomicU32, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use governor::{
    DefaultDirectRateLimiter, Quota,
    clock::{Clock as _, DefaultClock},
};

use crate::core::{Origin, RateLimit, ToolError};

/// The number of callers from which idle ones are removed.
const MANY_CALLERS: usize = 4096;

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3600);

/// The `retry_after` of a call that exceeds the number of concurrent calls. It is a guess: nobody
/// knows when a running call ends.
const CONCURRENT_RETRY: Duration = Duration::from_secs(1);

/// Limits how often each caller may call a tool.
pub(super) struct RateLimiter {
    limit: RateLimit,
    callers: RwLock<Callers>,
}

impl fmt::Debug for RateLimiter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RateLimiter")
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}

/// The recent calls of one caller.
struct Caller {
    minute: Option<DefaultDirectRateLimiter>,
    hour: Option<DefaultDirectRateLimiter>,
    clock: DefaultClock,
    created: Instant,
    /// The time of the last call, in seconds since `created`.
    last_call: AtomicU64,
    running: AtomicU32,
}

/// Counts a call as running until it is dropped.
pub(super) struct RunningGuard(Option<Arc<Caller>>);

impl RateLimiter {
    pub(super) fn new(limit: RateLimit) -> Self {
        Self {
            limit,
            callers: RwLock::new(Callers {
                known: HashMap::new(),
                cleanup_at: MANY_CALLERS,
            }),
        }
    }

    /// Admits a call of `caller`, and counts it.
    ///
    /// A continued call, which asked a person and was sent again with the answer, was counted
    /// before: it only counts as running.
    ///
    /// # Errors
    /// [`ToolError::RateLimited`] if the call exceeds a limit.
    pub(super) fn admit(
        &self,
        caller: Origin,
        is_continued: bool,
    ) -> Result<RunningGuard, ToolError> {
        if self.limit == RateLimit::default() {
            return Ok(RunningGuard(None));
        }
        let caller = self.caller(caller);
        caller.touch();
        let guard = RunningGuard(Some(Arc::clone(&caller)));
        let running = caller.running.fetch_add(1, Ordering::Relaxed);
        let max = self.limit.concurrent.map_or(u32::MAX, NonZeroU32::get);
        if running >= max {
            return Err(ToolError::RateLimited {
                retry_after: CONCURRENT_RETRY,
            });
        }
        let limiters = caller.minute.iter().chain(&caller.hour);
        for limiter in limiters.filter(|_| !is_continued) {
            if let Err(not_until) = limiter.check() {
                let retry_after = not_until.wait_time_from(caller.clock.now());
                return Err(ToolError::RateLimited { retry_after });
            }
        }
        Ok(guard)
    }

    fn caller(&self, origin: Origin) -> Arc<Caller> {
        {
            let callers = self.callers.read().unwrap_or_else(PoisonError::into_inner);
            if let Some(caller) = callers.known.get(&origin) {
                return Arc::clone(caller);
            }
        }
        let mut callers = self.callers.write().unwrap_or_else(PoisonError::into_inner);
        callers.remove_idle(Instant::now());
        let new = || Arc::new(Caller::new(self.limit));
        Arc::clone(callers.known.entry(origin).or_insert_with(new))
    }
}

/// The callers of a tool.
struct Callers {
    known: HashMap<Origin, Arc<Caller>>,
    /// The number of callers at which idle ones are removed next.
    cleanup_at: usize,
}

impl Callers {
    /// Removes idle callers if there are many callers.
    fn remove_idle(&mut self, now: Instant) {
        if self.known.len() < self.cleanup_at {
            return;
        }
        self.known.retain(|_, caller| !caller.is_idle(now));
        self.cleanup_at = MANY_CALLERS.max(2 * self.known.len());
    }
}

impl Caller {
    fn new(limit: RateLimit) -> Self {
        let (minute, hour) = (limit.per_minute, limit.per_hour);
        Self {
            minute: minute.map(|max| governor::RateLimiter::direct(Quota::per_minute(max))),
            hour: hour.map(|max| governor::RateLimiter::direct(Quota::per_hour(max))),
            clock: DefaultClock::default(),
            created: Instant::now(),
            last_call: AtomicU64::new(0),
            running: AtomicU32::new(0),
        }
    }

    /// Sets the time of the last call to now.
    fn touch(&self) {
        let age = self.created.elapsed().as_secs();
        self.last_call.store(age, Ordering::Relaxed);
    }

    /// Returns `true` if no call runs and all calls are older than the longest period that counts:
    /// a new entry would behave the same.
    fn is_idle(&self, now: Instant) -> bool {
        let last_call = self.created + Duration::from_secs(self.last_call.load(Ordering::Relaxed));
        let period = if self.hour.is_some() { HOUR } else { MINUTE };
        self.running.load(Ordering::Relaxed) == 0 && now.duration_since(last_call) > period
    }
}

impl Drop for RunningGuard {
    fn drop(&mut self) {
        if let Some(caller) = &self.0 {
            caller.running.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALICE: Origin = Origin::Host;
    const BOB: Origin = Origin::Local;

    fn retry_after(result: &Result<RunningGuard, ToolError>) -> Option<Duration> {
        match result {
            Err(ToolError::RateLimited { retry_after }) => Some(*retry_after),
            _ => None,
        }
    }

    #[test]
    fn each_caller_is_counted_by_itself_and_told_when_to_retry() {
        let limiter = RateLimiter::new(RateLimit {
            per_minute: NonZeroU32::new(2),
            ..RateLimit::default()
        });
        assert!(limiter.admit(ALICE, false).is_ok());
        assert!(limiter.admit(ALICE, false).is_ok());
        let wait = retry_after(&limiter.admit(ALICE, false)).unwrap();
        assert!(
            wait > Duration::from_secs(20) && wait <= Duration::from_secs(30),
            "{wait:?}"
        );
        assert!(limiter.admit(BOB, false).is_ok());
        assert!(limiter.admit(ALICE, true).is_ok(), "a continued call");
    }

    #[test]
    fn the_strictest_limit_applies() {
        let limiter = RateLimiter::new(RateLimit {
            per_minute: NonZeroU32::new(100),
            per_hour: NonZeroU32::new(1),
            ..RateLimit::default()
        });
        assert!(limiter.admit(ALICE, false).is_ok());
        let wait = retry_after(&limiter.admit(ALICE, false)).unwrap();
        assert!(wait > Duration::from_secs(3000), "{wait:?}");
    }

    #[test]
    fn concurrent_calls_count_until_they_end() {
        let limiter = RateLimiter::new(RateLimit {
            concurrent: NonZeroU32::new(1),
            ..RateLimit::default()
        });
        let first = limiter.admit(ALICE, false).unwrap();
        assert_eq!(
            retry_after(&limiter.admit(ALICE, false)),
            Some(CONCURRENT_RETRY)
        );
        assert!(limiter.admit(BOB, false).is_ok());
        drop(first);
        assert!(limiter.admit(ALICE, false).is_ok());
    }

    #[test]
    fn only_idle_callers_are_removed() {
        let limiter = RateLimiter::new(RateLimit {
            per_minute: NonZeroU32::new(1),
            ..RateLimit::default()
        });
        let running = limiter.admit(ALICE, false).unwrap();
        drop(limiter.admit(BOB, false));
        let mut callers = limiter.callers.write().unwrap();
        let later = |seconds| Instant::now() + Duration::from_secs(seconds);
        callers.remove_idle(later(100));
        assert_eq!(callers.known.len(), 2, "few callers are kept");
        callers.cleanup_at = 2;
        callers.remove_idle(later(50));
        assert_eq!(callers.known.len(), 2, "recent callers are kept");
        callers.cleanup_at = 2;
        callers.remove_idle(later(100));
        assert_eq!(callers.known.keys().collect::<Vec<_>>(), [&ALICE]);
        drop(running);
    }
}
