//! [`Telemetry`] of a build that sends no traces.

use std::convert::Infallible;

use super::options::TelemetryOptions;
use crate::core::{CallTracer, TracedCall};

/// Sends no traces.
#[derive(Debug)]
pub(crate) struct Telemetry;

impl Telemetry {
    /// Says that nothing will be sent.
    pub(crate) fn new(options: TelemetryOptions) -> Self {
        drop(options);
        Self
    }

    #[expect(clippy::unnecessary_wraps, reason = "other builds can fail here")]
    pub(crate) fn open(&self) -> Result<(), Infallible> {
        tracing::warn!(
            "this program was built without the feature `telemetry`: no traces are sent"
        );
        Ok(())
    }

    pub(crate) async fn close(&self) {}
}

impl CallTracer for Telemetry {
    fn record(&self, _: TracedCall<'_>) {}
}
