//! [`Ledger`]: what is written down about calls.

use std::{fmt, io, sync::Arc};

use super::{log_health::LogHealth, metrics::Metrics};
use crate::core::{ExecutionLog, Redactor};

/// What is written down about calls, and what is left out.
pub(super) struct Ledger {
    pub(super) log: Option<Arc<dyn ExecutionLog>>,
    pub(super) redactor: Redactor,
    pub(super) metrics: Arc<Metrics>,
    pub(super) health: Arc<LogHealth>,
}

impl fmt::Debug for Ledger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ledger")
            .field("is_logged", &self.log.is_some())
            .finish_non_exhaustive()
    }
}

impl Ledger {
    /// Keeps a record, where records are kept.
    pub(super) async fn append(&self, line: Vec<u8>) -> io::Result<()> {
        let Some(log) = &self.log else {
            return Ok(());
        };
        let kept = log.append(line).await;
        self.health.observe(&kept);
        kept
    }

    /// Keeps a record that nobody waits for.
    pub(super) fn append_later(&self, line: Vec<u8>) {
        let Some(log) = &self.log else {
            return;
        };
        let (log, health) = (Arc::clone(log), Arc::clone(&self.health));
        let Ok(runtime) = tokio::runtime::Handle::try_current() else {
            tracing::warn!("the server ended before a call that was stopped was recorded");
            return;
        };
        runtime.spawn(async move {
            let kept = log.append(line).await;
            health.observe(&kept);
            if let Err(error) = kept {
                tracing::error!("the execution log cannot be written: {error}");
            }
        });
    }
}
