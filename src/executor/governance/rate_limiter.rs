//! [`Rate`]: how often each caller may call a tool.

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
    DefaultDirectRateLimiter, Quota, RateLimiter,
    clock::{Clock as _, DefaultClock},
};

use crate::core::{Origin, RateLimit, ToolError};

/// How many callers are remembered before those are forgotten that have not called for long.
const MANY_CALLERS: usize = 4096;

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3600);

/// When to come again with too many calls at once: nobody knows how long those take.
const SOON: Duration = Duration::from_secs(1);

/// How often each caller may call a tool.
pub(super) struct Rate {
    limit: RateLimit,
    callers: RwLock<Callers>,
}

impl fmt::Debug for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rate")
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}

/// What one caller has called.
struct Caller {
    minute: Option<DefaultDirectRateLimiter>,
    hour: Option<DefaultDirectRateLimiter>,
    clock: DefaultClock,
    born: Instant,
    /// When it called last, in seconds since it was born.
    last: AtomicU64,
    running: AtomicU32,
}

/// One call that counts as running, until this is dropped.
pub(super) struct Counted(Option<Arc<Caller>>);

impl Rate {
    pub(super) fn of(limit: RateLimit) -> Self {
        Self {
            limit,
            callers: RwLock::new(Callers {
                known: HashMap::new(),
                most: MANY_CALLERS,
            }),
        }
    }

    /// Counts a call of `caller`; a further round of one that was counted before only counts while it runs.
    pub(super) fn count(&self, caller: Origin, is_continued: bool) -> Result<Counted, ToolError> {
        if self.limit == RateLimit::default() {
            return Ok(Counted(None));
        }
        let caller = self.caller(caller);
        caller.note();
        let counted = Counted(Some(Arc::clone(&caller)));
        let running = caller.running.fetch_add(1, Ordering::Relaxed);
        let most = self.limit.concurrent.map_or(u32::MAX, NonZeroU32::get);
        if running >= most {
            return Err(ToolError::RateLimited { retry_after: SOON });
        }
        let limiters = caller.minute.iter().chain(&caller.hour);
        for limiter in limiters.filter(|_| !is_continued) {
            if let Err(not_until) = limiter.check() {
                let retry_after = not_until.wait_time_from(caller.clock.now());
                return Err(ToolError::RateLimited { retry_after });
            }
        }
        Ok(counted)
    }

    fn caller(&self, origin: Origin) -> Arc<Caller> {
        {
            let callers = self.callers.read().unwrap_or_else(PoisonError::into_inner);
            if let Some(caller) = callers.known.get(&origin) {
                return Arc::clone(caller);
            }
        }
        let mut callers = self.callers.write().unwrap_or_else(PoisonError::into_inner);
        callers.forget_some(Instant::now());
        let new = || Arc::new(Caller::new(self.limit));
        Arc::clone(callers.known.entry(origin).or_insert_with(new))
    }
}

/// The callers of a tool.
struct Callers {
    known: HashMap<Origin, Arc<Caller>>,
    /// How many there may be before some are forgotten.
    most: usize,
}

impl Callers {
    /// Forgets those for whom it makes no difference, when there are many.
    fn forget_some(&mut self, now: Instant) {
        if self.known.len() < self.most {
            return;
        }
        self.known.retain(|_, caller| !caller.is_forgotten(now));
        self.most = MANY_CALLERS.max(2 * self.known.len());
    }
}

impl Caller {
    fn new(limit: RateLimit) -> Self {
        let (minute, hour) = (limit.per_minute, limit.per_hour);
        Self {
            minute: minute.map(|most| RateLimiter::direct(Quota::per_minute(most))),
            hour: hour.map(|most| RateLimiter::direct(Quota::per_hour(most))),
            clock: DefaultClock::default(),
            born: Instant::now(),
            last: AtomicU64::new(0),
            running: AtomicU32::new(0),
        }
    }

    /// Notes that it calls now.
    fn note(&self) {
        let age = self.born.elapsed().as_secs();
        self.last.store(age, Ordering::Relaxed);
    }

    /// Whether it makes no difference if it begins anew: nothing runs, and the longest time that is counted is over.
    fn is_forgotten(&self, now: Instant) -> bool {
        let last = self.born + Duration::from_secs(self.last.load(Ordering::Relaxed));
        let counted = if self.hour.is_some() { HOUR } else { MINUTE };
        self.running.load(Ordering::Relaxed) == 0 && now.duration_since(last) > counted
    }
}

impl Drop for Counted {
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

    fn retry_after(result: &Result<Counted, ToolError>) -> Option<Duration> {
        match result {
            Err(ToolError::RateLimited { retry_after }) => Some(*retry_after),
            _ => None,
        }
    }

    #[test]
    fn each_caller_has_its_own_count_and_learns_when_to_come_again() {
        let rate = Rate::of(RateLimit {
            per_minute: NonZeroU32::new(2),
            ..RateLimit::default()
        });
        assert!(rate.count(ALICE, false).is_ok());
        assert!(rate.count(ALICE, false).is_ok());
        let wait = retry_after(&rate.count(ALICE, false)).unwrap();
        assert!(
            wait > Duration::from_secs(20) && wait <= Duration::from_secs(30),
            "{wait:?}"
        );
        assert!(rate.count(BOB, false).is_ok());
        assert!(rate.count(ALICE, true).is_ok(), "it goes on");
    }

    #[test]
    fn the_strictest_limit_counts() {
        let rate = Rate::of(RateLimit {
            per_minute: NonZeroU32::new(100),
            per_hour: NonZeroU32::new(1),
            ..RateLimit::default()
        });
        assert!(rate.count(ALICE, false).is_ok());
        let wait = retry_after(&rate.count(ALICE, false)).unwrap();
        assert!(wait > Duration::from_secs(3000), "{wait:?}");
    }

    #[test]
    fn calls_at_once_are_counted_until_they_are_over() {
        let rate = Rate::of(RateLimit {
            concurrent: NonZeroU32::new(1),
            ..RateLimit::default()
        });
        let first = rate.count(ALICE, false).unwrap();
        assert_eq!(retry_after(&rate.count(ALICE, false)), Some(SOON));
        assert!(rate.count(BOB, false).is_ok());
        drop(first);
        assert!(rate.count(ALICE, false).is_ok());
    }

    #[test]
    fn callers_that_come_no_more_are_forgotten_and_others_are_not() {
        let rate = Rate::of(RateLimit {
            per_minute: NonZeroU32::new(1),
            ..RateLimit::default()
        });
        let running = rate.count(ALICE, false).unwrap();
        drop(rate.count(BOB, false));
        let mut callers = rate.callers.write().unwrap();
        let later = |seconds| Instant::now() + Duration::from_secs(seconds);
        callers.forget_some(later(100));
        assert_eq!(callers.known.len(), 2, "there are few");
        callers.most = 2;
        callers.forget_some(later(50));
        assert_eq!(callers.known.len(), 2, "both still count");
        callers.most = 2;
        callers.forget_some(later(100));
        assert_eq!(callers.known.keys().collect::<Vec<_>>(), [&ALICE]);
        drop(running);
    }
}
