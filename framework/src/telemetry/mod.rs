//! Traces: a span for every call, sent to an OpenTelemetry collector over OTLP/HTTP.
//!
//! Spans wait in a bounded queue, and a thread sends them in batches. If the collector is slow or
//! gone, spans are dropped and calls are not delayed. The execution log is the complete record.
//!
//! The OpenTelemetry crates create, sample and batch the spans. The HTTP client is that of `http`, so
//! that the program has one TLS stack.

mod exporter;
mod options;

pub use self::{
    exporter::{Telemetry, TelemetryError},
    options::{Sampling, TelemetryOptions},
};
