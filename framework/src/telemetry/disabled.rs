//! [`Telemetry`] of a build without the feature `telemetry`: sends nothing.

use std::convert::Infallible;

use super::options::TelemetryOptions;
use crate::core::{CallTracer, TracedCall};

/// Sends no traces.
#[derive(Debug)]
pub struct Telemetry;

impl Telemetry {
    /// Ignores the options.
    pub fn new(options: TelemetryOptions) -> Self {
        drop(options);
        Self
    }

    #[expect(clippy::unnecessary_wraps, reason = "other builds can fail here")]
    pub fn open(&self) -> Result<(), Infallible> {
        tracing::warn!(
            "no traces are sent: this program was built without the feature `telemetry`"
        );
        Ok(())
    }

    pub async fn close(&self) {}
}

impl CallTracer for Telemetry {
    fn record(&self, _: TracedCall<'_>) {}
}
