//! [`Metrics`]: calls, counted.

use std::{
    sync::atomic::{AtomicI64, Ordering},
    time::Duration,
};

use super::outcome::Outcome;
use crate::core::Repair;

/// Calls, counted.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    in_flight: AtomicI64,
}

impl Metrics {
    /// A call begins.
    pub(super) fn begin(&self) {
        self.in_flight.fetch_add(1, Ordering::Relaxed);
    }

    /// A call that began is over.
    pub(super) fn end(&self, _: &str, _: Outcome, _: Duration, _: &[Repair]) {
        self.in_flight.fetch_sub(1, Ordering::Relaxed);
    }
}
