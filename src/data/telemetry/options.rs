//! [`TelemetryOptions`]: the collector, and which calls are traced.

use crate::core::Secret;

/// The collector, and which calls are traced.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TelemetryOptions {
    /// The URL of the collector.
    pub(crate) endpoint: String,
    /// Headers of the requests, for instance a key.
    pub(crate) headers: Vec<(String, Secret)>,
    /// Attributes of this server.
    pub(crate) resource: Vec<(String, String)>,
    pub(crate) sampling: Sampling,
}

/// Which calls are traced.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Sampling {
    /// Whether the client decides about calls that belong to its trace.
    pub(crate) parent_based: bool,
    /// The share of the other calls, from 0 to 1.
    pub(crate) ratio: f64,
}
