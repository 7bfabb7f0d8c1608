//! [`Ledger`]: what is written down about calls.

use std::{fmt, sync::Arc};

use super::metrics::Metrics;
use crate::core::{ExecutionLog, Redactor};

/// What is written down about calls, and what is left out.
pub(super) struct Ledger {
    pub(super) log: Option<Arc<dyn ExecutionLog>>,
    pub(super) redactor: Redactor,
    pub(super) metrics: Arc<Metrics>,
}

impl fmt::Debug for Ledger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ledger")
            .field("is_logged", &self.log.is_some())
            .finish_non_exhaustive()
    }
}

impl Ledger {
    /// Keeps a record that nobody waits for.
    pub(super) fn append_later(&self, line: Vec<u8>) {
        let Some(log) = &self.log else {
            return;
        };
        let log = Arc::clone(log);
        let Ok(runtime) = tokio::runtime::Handle::try_current() else {
            tracing::warn!("the server ended before a call that was stopped was recorded");
            return;
        };
        runtime.spawn(async move {
            if let Err(error) = log.append(line).await {
                tracing::error!("the execution log cannot be written: {error}");
            }
        });
    }
}
