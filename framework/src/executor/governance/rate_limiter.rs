//! [`RateLimiter`]: limits how often each caller may call a tool.

use std::{
    collections::HashMap,
    fmt,
    num::NonZeroU32,
    sync::{
        Arc, Mutex, PoisonError, RwLock,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

use toolwright_base::{Window, lock};

use super::shared_limits::{CallerShare, ShareAnswer, SharedLimits};
use crate::core::{Caller, RateLimit, ToolError};

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
    /// The limits of all servers, and what they are of.
    shared: Option<(Arc<dyn SharedLimits>, String)>,
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
enum RecentCalls {
    /// This server counts them.
    Own(OwnCalls),
    /// All servers count them together.
    Shared(Arc<dyn CallerShare>),
}

/// The recent calls of one caller on this server.
struct OwnCalls {
    counted: Mutex<Counted>,
    running: AtomicU32,
}

/// The calls that count, by period.
struct Counted {
    minute: Option<Window>,
    hour: Option<Window>,
    last_call: Instant,
}

/// Counts a call as running until it is dropped.
pub(super) struct RunningGuard(Option<Arc<RecentCalls>>);

impl RateLimiter {
    pub(super) fn new(limit: RateLimit) -> Self {
        Self {
            limit,
            shared: None,
            callers: RwLock::new(Callers {
                known: HashMap::new(),
                cleanup_at: MANY_CALLERS,
            }),
        }
    }

    /// Counts the calls of all servers together, as those of `subject`.
    pub(super) fn shared(mut self, limits: Arc<dyn SharedLimits>, subject: String) -> Self {
        self.shared = Some((limits, subject));
        self
    }

    /// Admits a call of `caller`, and counts it.
    ///
    /// A continued call, which asked a person and was sent again with the answer, was counted
    /// before: it only counts as running.
    ///
    /// # Errors
    /// [`ToolError::RateLimited`] if the call exceeds a limit.
    pub(super) async fn admit(
        &self,
        caller: Caller,
        is_continued: bool,
    ) -> Result<RunningGuard, ToolError> {
        if self.limit == RateLimit::default() {
            return Ok(RunningGuard(None));
        }
        let calls = self.calls_of(caller);
        match &*calls {
            RecentCalls::Own(own) => {
                let running = own.running.fetch_add(1, Ordering::Relaxed);
                let guard = RunningGuard(Some(Arc::clone(&calls)));
                let max = self.limit.concurrent.map_or(u32::MAX, NonZeroU32::get);
                if running >= max {
                    return Err(ToolError::RateLimited {
                        retry_after: CONCURRENT_RETRY,
                    });
                }
                lock(&own.counted).admit(Instant::now(), is_continued)?;
                return Ok(guard);
            }
            RecentCalls::Shared(share) => match share.begin(is_continued) {
                ShareAnswer::Begun => {}
                ShareAnswer::Refused { retry_after } => {
                    return Err(ToolError::RateLimited { retry_after });
                }
                ShareAnswer::Ask => {
                    let asked = share.ask(is_continued).await;
                    asked.map_err(|retry_after| ToolError::RateLimited { retry_after })?;
                }
            },
        }
        Ok(RunningGuard(Some(calls)))
    }

    fn calls_of(&self, caller: Caller) -> Arc<RecentCalls> {
        {
            let callers = self.callers.read().unwrap_or_else(PoisonError::into_inner);
            if let Some(calls) = callers.known.get(&caller) {
                return Arc::clone(calls);
            }
        }
        let mut callers = self.callers.write().unwrap_or_else(PoisonError::into_inner);
        callers.remove_idle(Instant::now());
        let new = self.new_calls(&caller);
        Arc::clone(callers.known.entry(caller).or_insert(new))
    }

    fn new_calls(&self, caller: &Caller) -> Arc<RecentCalls> {
        let shared = self.shared.as_ref().zip(caller.shared_name());
        Arc::new(match shared {
            Some(((limits, subject), caller)) => {
                RecentCalls::Shared(limits.share(subject, &caller, self.limit))
            }
            None => RecentCalls::Own(OwnCalls::new(self.limit)),
        })
    }
}

/// The callers of a tool.
struct Callers {
    known: HashMap<Caller, Arc<RecentCalls>>,
    /// The number of callers at which idle ones are removed next.
    cleanup_at: usize,
}

impl Callers {
    /// Removes idle callers if there are many callers.
    fn remove_idle(&mut self, now: Instant) {
        if self.known.len() < self.cleanup_at {
            return;
        }
        self.known.retain(|_, calls| !calls.are_over(now));
        self.cleanup_at = MANY_CALLERS.max(2 * self.known.len());
    }
}

impl RecentCalls {
    /// Returns `true` if a new entry would behave the same.
    fn are_over(&self, now: Instant) -> bool {
        match self {
            Self::Own(own) => own.are_over(now),
            Self::Shared(share) => share.is_idle(),
        }
    }
}

impl OwnCalls {
    fn new(limit: RateLimit) -> Self {
        let counted = Counted {
            minute: limit.per_minute.map(|most| Window::new(MINUTE, most)),
            hour: limit.per_hour.map(|most| Window::new(HOUR, most)),
            last_call: Instant::now(),
        };
        Self {
            counted: Mutex::new(counted),
            running: AtomicU32::new(0),
        }
    }

    /// Returns `true` if no call runs and all calls are older than the longest period that counts:
    /// a new entry would behave the same.
    fn are_over(&self, now: Instant) -> bool {
        let counted = lock(&self.counted);
        let period = if counted.hour.is_some() { HOUR } else { MINUTE };
        let age = now.saturating_duration_since(counted.last_call);
        self.running.load(Ordering::Relaxed) == 0 && age > period
    }
}

impl Counted {
    /// Counts a call if no period is full. A refused call does not count.
    fn admit(&mut self, now: Instant, is_continued: bool) -> Result<(), ToolError> {
        self.last_call = now;
        if is_continued {
            return Ok(());
        }
        let windows = self.minute.iter_mut().chain(&mut self.hour);
        let retry_after = windows.map(|window| window.wait(now)).max();
        if let Some(retry_after) = retry_after.filter(|wait| !wait.is_zero()) {
            return Err(ToolError::RateLimited { retry_after });
        }
        let windows = self.minute.iter_mut().chain(&mut self.hour);
        windows.for_each(|window| window.count(now));
        Ok(())
    }
}

impl Drop for RunningGuard {
    fn drop(&mut self) {
        match self.0.as_deref() {
            None => {}
            Some(RecentCalls::Own(own)) => {
                own.running.fetch_sub(1, Ordering::Relaxed);
            }
            Some(RecentCalls::Shared(share)) => share.end(),
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;
    use crate::core::Origin;

    const ALICE: Caller = Caller::of(Origin::Host);
    const BOB: Caller = Caller::of(Origin::Local);

    /// Admits a call of a limiter that asks nobody.
    fn admit(
        limiter: &RateLimiter,
        caller: Caller,
        is_continued: bool,
    ) -> Result<RunningGuard, ToolError> {
        limiter.admit(caller, is_continued).now_or_never().unwrap()
    }

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
        assert!(admit(&limiter, ALICE, false).is_ok());
        assert!(admit(&limiter, ALICE, false).is_ok());
        let wait = retry_after(&admit(&limiter, ALICE, false)).unwrap();
        assert!(
            wait > Duration::from_secs(50) && wait <= Duration::from_secs(60),
            "{wait:?}"
        );
        assert!(admit(&limiter, BOB, false).is_ok());
        assert!(admit(&limiter, ALICE, true).is_ok(), "a continued call");
    }

    #[test]
    fn the_strictest_limit_applies() {
        let limiter = RateLimiter::new(RateLimit {
            per_minute: NonZeroU32::new(100),
            per_hour: NonZeroU32::new(1),
            ..RateLimit::default()
        });
        assert!(admit(&limiter, ALICE, false).is_ok());
        let wait = retry_after(&admit(&limiter, ALICE, false)).unwrap();
        assert!(wait > Duration::from_secs(3500), "{wait:?}");
    }

    #[test]
    fn concurrent_calls_count_until_they_end() {
        let limiter = RateLimiter::new(RateLimit {
            concurrent: NonZeroU32::new(1),
            ..RateLimit::default()
        });
        let first = admit(&limiter, ALICE, false).unwrap();
        assert_eq!(
            retry_after(&admit(&limiter, ALICE, false)),
            Some(CONCURRENT_RETRY)
        );
        assert!(admit(&limiter, BOB, false).is_ok());
        drop(first);
        assert!(admit(&limiter, ALICE, false).is_ok());
    }

    #[test]
    fn only_idle_callers_are_removed() {
        let limiter = RateLimiter::new(RateLimit {
            per_minute: NonZeroU32::new(1),
            ..RateLimit::default()
        });
        let running = admit(&limiter, ALICE, false).unwrap();
        drop(admit(&limiter, BOB, false));
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
