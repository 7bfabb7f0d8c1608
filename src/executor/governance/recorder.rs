//! [`Ledger`]: what is written down about calls.

use std::{error::Error, fmt, sync::Arc};

use super::{log_health::LogHealth, metrics::Metrics};
use crate::core::{CallLog, CallTracer, Redactor};

/// What is written down about calls, and what is left out.
pub(super) struct Ledger {
    pub(super) log: Option<Arc<dyn CallLog>>,
    pub(super) redactor: Redactor,
    pub(super) metrics: Metrics,
    pub(super) tracer: Option<Arc<dyn CallTracer>>,
    pub(super) health: LogHealth,
}

impl fmt::Debug for Ledger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ledger")
            .field("is_logged", &self.log.is_some())
            .field("is_traced", &self.tracer.is_some())
            .finish_non_exhaustive()
    }
}

impl Ledger {
    /// Keeps a record, where records are kept.
    pub(super) async fn append(&self, line: Vec<u8>) -> Result<(), Box<dyn Error + Send + Sync>> {
        let Some(log) = &self.log else {
            return Ok(());
        };
        let kept = log.append(line).await;
        self.health.observe(&kept);
        kept
    }
}
