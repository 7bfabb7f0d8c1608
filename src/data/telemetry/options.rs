//! [`TelemetryOptions`]: where traces go, and which.

use crate::core::Secret;

/// Where traces go, and which.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TelemetryOptions {
    /// The address that takes them.
    pub(crate) endpoint: String,
    /// What requests to it carry, for instance its key.
    pub(crate) headers: Vec<(String, Secret)>,
    /// What this server says of itself.
    pub(crate) resource: Vec<(String, String)>,
    /// Which calls are traced.
    pub(crate) sampling: Sampling,
}

/// Which calls are traced.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Sampling {
    /// Whether the client decides for calls that are part of a trace.
    pub(crate) parent_based: bool,
    /// How many of the others, from 0 to 1.
    pub(crate) ratio: f64,
}
