//! [`Ledger`]: what is written down about calls.

use std::{fmt, sync::Arc};

use super::metrics::Metrics;
use crate::core::{CallLog, Redactor};

/// What is written down about calls, and what is left out.
pub(super) struct Ledger {
    pub(super) log: Option<Arc<dyn CallLog>>,
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
