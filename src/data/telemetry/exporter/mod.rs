//! From calls to spans, and on to the collector.

mod export_client;
mod span;
mod telemetry;

pub(crate) use self::telemetry::Telemetry;
