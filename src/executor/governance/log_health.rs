//! [`LogHealth`]: whether the execution log can be written.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

/// For how long a failure counts. Calls only come to a server that is ready, and only a call finds out that records are kept again.
const COUNTS_FOR: Duration = Duration::from_secs(10);

/// Whether the execution log can be written.
#[derive(Debug)]
pub(super) struct LogHealth {
    failures: AtomicU64,
    born: Instant,
    /// When a record could not be kept, in milliseconds since then; 0 when one was kept after that.
    failed: AtomicU64,
}

impl Default for LogHealth {
    fn default() -> Self {
        Self {
            failures: AtomicU64::new(0),
            born: Instant::now(),
            failed: AtomicU64::new(0),
        }
    }
}

impl LogHealth {
    /// A record was kept, or not.
    pub(super) fn observe<E>(&self, kept: &Result<(), E>) {
        self.observe_at(kept.is_ok(), Instant::now);
    }

    fn observe_at(&self, is_kept: bool, now: impl FnOnce() -> Instant) {
        if is_kept {
            // Almost always it is 0 already, and reading is all it takes.
            if self.failed.load(Ordering::Relaxed) != 0 {
                self.failed.store(0, Ordering::Relaxed);
            }
            return;
        }
        self.failures.fetch_add(1, Ordering::Relaxed);
        self.failed
            .store(self.moment(now()).max(1), Ordering::Relaxed);
    }

    /// How many records could not be kept.
    pub(super) fn failures(&self) -> u64 {
        self.failures.load(Ordering::Relaxed)
    }

    /// Whether the last record could not be kept, and that is not long ago.
    pub(super) fn is_failing(&self) -> bool {
        self.is_failing_at(Instant::now())
    }

    fn is_failing_at(&self, now: Instant) -> bool {
        let failed = self.failed.load(Ordering::Relaxed);
        let ago = Duration::from_millis(self.moment(now).saturating_sub(failed));
        failed != 0 && ago < COUNTS_FOR
    }

    fn moment(&self, now: Instant) -> u64 {
        let since = now.saturating_duration_since(self.born);
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_well_again_after_a_record_is_kept_or_after_a_while() {
        let health = LogHealth::default();
        let start = health.born;
        let after = |seconds| start + Duration::from_secs(seconds);
        assert!(!health.is_failing_at(start));
        health.observe_at(false, || start);
        assert!(health.is_failing_at(start));
        health.observe_at(true, || after(1));
        assert!(!health.is_failing_at(after(1)));
        health.observe_at(false, || after(2));
        health.observe_at(false, || after(3));
        assert!(health.is_failing_at(after(12)));
        assert!(!health.is_failing_at(after(13)));
        assert_eq!(health.failures(), 3);
    }
}
