//! Turns calls into spans, and sends them to the collector.

mod export_client;
mod span;
mod telemetry;

pub use self::telemetry::{Telemetry, TelemetryError};
