//! [`TelemetryOptions`]: the collector, and which calls are traced.

use toolwright_base::Secret;

/// The collector of a [`Telemetry`](crate::log::Telemetry), and which calls are traced.
///
/// # Examples
/// ```
/// # #[cfg(feature = "telemetry")] {
/// use toolwright::log::TelemetryOptions;
///
/// let options = TelemetryOptions::new("http://localhost:4318/v1/traces")
///     .header("authorization", "Bearer correct horse")
///     .attribute("service.name", "todo")
///     .ratio(0.1);
/// assert!(!format!("{options:?}").contains("horse"));
/// # }
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct TelemetryOptions {
    /// The OTLP/HTTP address of the collector.
    pub endpoint: String,
    /// Headers of the requests, for instance a key.
    pub headers: Vec<(String, Secret)>,
    /// Attributes of this server.
    pub resource: Vec<(String, String)>,
    /// Which calls are traced.
    pub sampling: Sampling,
}

/// Which calls are traced.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sampling {
    /// Whether the client decides about calls that belong to its trace.
    pub parent_based: bool,
    /// The share of the other calls, from 0 to 1.
    pub ratio: f64,
}

#[cfg(feature = "telemetry")]
impl TelemetryOptions {
    /// Sends every call to the OTLP/HTTP address `endpoint`, which usually ends in `/v1/traces`.
    ///
    /// A client that sends a `traceparent` decides whether its calls are traced.
    pub fn new(endpoint: impl Into<String>) -> Self {
        Self {
            endpoint: endpoint.into(),
            headers: Vec::new(),
            resource: Vec::new(),
            sampling: Sampling {
                parent_based: true,
                ratio: 1.0,
            },
        }
    }

    /// Adds a header to every request to the collector. Its value is never printed.
    #[must_use]
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), Secret::new(value.into())));
        self
    }

    /// Adds an attribute of this server to every span, for instance `service.name`.
    #[must_use]
    pub fn attribute(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.resource.push((name.into(), value.into()));
        self
    }

    /// Traces this share of the calls whose client does not decide, from 0 to 1.
    #[must_use]
    pub const fn ratio(mut self, ratio: f64) -> Self {
        self.sampling.ratio = ratio;
        self
    }
}
