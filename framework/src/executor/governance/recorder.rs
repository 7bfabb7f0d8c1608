//! [`Recorder`]: the log, the metrics and the tracer that calls are recorded with.

use std::{error::Error, fmt, sync::Arc};

use toolwright_base::Redactor;

use super::{log_health::LogHealth, metrics::Metrics};
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
