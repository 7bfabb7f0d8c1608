//! [`Recorder`]: the log, the metrics and the tracer that calls are recorded with, and whether the log can
//! be written.

use std::{
    error::Error,
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use toolwright_base::Redactor;

use super::metrics::Metrics;
use crate::core::{CallLog, CallTracer, Failure, ToolError};

/// The log, the metrics and the tracer that calls are recorded with.
#[derive(Default)]
pub(super) struct Recorder {
    pub(super) log: Option<Arc<dyn CallLog>>,
    pub(super) redactor: Arc<Redactor>,
    pub(super) metrics: Metrics,
    pub(super) tracer: Option<Arc<dyn CallTracer>>,
    pub(super) health: LogHealth,
}

impl fmt::Debug for Recorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recorder")
            .field("is_logged", &self.log.is_some())
            .field("is_traced", &self.tracer.is_some())
            .finish_non_exhaustive()
    }
}

impl Recorder {
    /// Appends a record to the log, if there is one, and notes whether that succeeded.
    pub(super) async fn append(&self, line: Vec<u8>) -> Result<(), Box<dyn Error + Send + Sync>> {
        let Some(log) = &self.log else {
            return Ok(());
        };
        let written = log.append(line).await;
        self.health.observe(&written);
        written
    }

    /// Returns `true` if the log cannot be written, as far as is known.
    pub(super) fn is_failing(&self) -> bool {
        let log = self.log.as_ref();
        log.is_some_and(|log| self.health.has_failed() || log.is_failing())
    }

    /// Checks that a call that has just arrived has a chance to be recorded.
    ///
    /// # Errors
    /// [`ToolError::Unavailable`] while the log fails and another call probes it.
    pub(super) fn check(&self) -> Result<(), ToolError> {
        if self.is_failing() && self.health.is_probed() {
            return Err(self.refuse());
        }
        Ok(())
    }

    /// Admits a call whose tool is about to start.
    ///
    /// Writes the record that the call begins if its tool may change something. While the log
    /// fails, one call at a time is admitted if that record can be written, whatever its tool does.
    ///
    /// # Errors
    /// [`ToolError::Unavailable`] if the log cannot be written.
    pub(super) async fn admit(
        &self,
        may_change: bool,
        begin: impl FnOnce() -> Vec<u8>,
    ) -> Result<(), ToolError> {
        let is_failing = self.is_failing();
        if self.log.is_none() || !may_change && !is_failing {
            return Ok(());
        }
        let _probe = match is_failing {
            true => Some(self.health.probe().ok_or_else(|| self.refuse())?),
            false => None,
        };
        self.append(begin()).await.map_err(not_recorded)
    }

    /// Returns the error of a call that is refused because of the log.
    fn refuse(&self) -> ToolError {
        self.health.skip();
        ToolError::unavailable(
            "the execution log cannot be written: no call starts until it can be written again",
        )
    }
}

/// Returns the error of a call whose record could not be written.
pub(super) fn not_recorded(error: Box<dyn Error + Send + Sync>) -> ToolError {
    ToolError::Unavailable(Failure {
        message: error.to_string(),
        source: Some(error),
    })
}

/// The time after which a failure no longer makes the server unready.
///
/// A server that is not ready gets no calls, and only a call shows that the log can be written
/// again.
const FAILURE_LIFETIME: Duration = Duration::from_secs(10);

/// Tells whether the execution log can be written, from the last records that were.
#[derive(Debug)]
pub(super) struct LogHealth {
    failures: AtomicU64,
    created: Instant,
    /// The time of the last failure in milliseconds since `created`; 0 after a success.
    failed_at: AtomicU64,
    is_probed: AtomicBool,
}

/// The right to find out whether the log can be written again. One call at a time has it.
#[derive(Debug)]
pub(super) struct LogProbe<'a>(&'a AtomicBool);

impl Drop for LogProbe<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

impl Default for LogHealth {
    fn default() -> Self {
        Self {
            failures: AtomicU64::new(0),
            created: Instant::now(),
            failed_at: AtomicU64::new(0),
            is_probed: AtomicBool::new(false),
        }
    }
}

impl LogHealth {
    /// Notes whether a record was written.
    pub(super) fn observe<E>(&self, written: &Result<(), E>) {
        self.observe_at(written.is_ok(), Instant::now);
    }

    fn observe_at(&self, is_written: bool, now: impl FnOnce() -> Instant) {
        if is_written {
            // Almost always it is 0 already: a load is cheaper than a store.
            if self.has_failed() {
                self.failed_at.store(0, Ordering::Relaxed);
            }
            return;
        }
        self.failures.fetch_add(1, Ordering::Relaxed);
        self.failed_at
            .store(self.milliseconds(now()).max(1), Ordering::Relaxed);
    }

    /// Counts a record that is not written because the log fails.
    pub(super) fn skip(&self) {
        self.failures.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the number of records that could not be written.
    pub(super) fn failures(&self) -> u64 {
        self.failures.load(Ordering::Relaxed)
    }

    /// Returns `true` if the last record could not be written, however long ago.
    pub(super) fn has_failed(&self) -> bool {
        self.failed_at.load(Ordering::Relaxed) != 0
    }

    /// Returns `true` if the last record could not be written, and that was recently.
    pub(super) fn is_failing(&self) -> bool {
        self.is_failing_at(Instant::now())
    }

    /// Returns `true` if a call is finding out whether the log can be written again.
    pub(super) fn is_probed(&self) -> bool {
        self.is_probed.load(Ordering::Acquire)
    }

    /// Returns the right to find out whether the log can be written again, or `None` if another
    /// call has it.
    pub(super) fn probe(&self) -> Option<LogProbe<'_>> {
        let was_probed = self.is_probed.swap(true, Ordering::AcqRel);
        (!was_probed).then_some(LogProbe(&self.is_probed))
    }

    fn is_failing_at(&self, now: Instant) -> bool {
        let failed_at = self.failed_at.load(Ordering::Relaxed);
        let ago = Duration::from_millis(self.milliseconds(now).saturating_sub(failed_at));
        failed_at != 0 && ago < FAILURE_LIFETIME
    }

    fn milliseconds(&self, now: Instant) -> u64 {
        let since = now.saturating_duration_since(self.created);
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_server_is_ready_after_a_success_or_ten_seconds() {
        let health = LogHealth::default();
        let start = health.created;
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
        // The next call still has to find out.
        assert!(health.has_failed());
    }

    #[test]
    fn one_call_at_a_time_probes_the_log() {
        let health = LogHealth::default();
        let probe = health.probe().unwrap();
        assert!(health.is_probed() && health.probe().is_none());
        drop(probe);
        assert!(!health.is_probed() && health.probe().is_some());
    }
}
