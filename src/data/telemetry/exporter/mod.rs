//! From calls to spans, and on to the collector.

mod sender;
mod span;
mod telemetry;

pub(crate) use self::telemetry::Telemetry;
