//! Traces: every call is a span, sent to an OpenTelemetry collector over OTLP/HTTP.
//!
//! Spans wait in a queue that is bounded, and a thread of their own sends them in batches. A collector that is slow or gone costs spans,
//! never calls; every call is in the execution log anyway. What spans are made of, how they are sampled and sent again is the work of
//! the OpenTelemetry crates; the HTTP client is ours.

#[cfg_attr(not(feature = "telemetry"), path = "disabled.rs")]
mod exporter;
mod options;

pub(crate) use self::{
    exporter::Telemetry,
    options::{Sampling, TelemetryOptions},
};
