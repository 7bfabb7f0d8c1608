//! [`Recorder`]: the log, the metrics and the tracer that calls are recorded with.

use std::{error::Error, fmt, sync::Arc};

use super::{log_health::LogHealth, metrics::Metrics};
use crate::core::{CallLog, CallTracer, Redactor};

/// The log, the metrics and the tracer that calls are recorded with.
#[derive(Default)]
pub(super) struct Recorder {
    pub(super) log: Option<Arc<dyn CallLog>>,
    pub(super) redactor: Redactor,
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
}
