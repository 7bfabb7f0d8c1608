//! [`TraceContext`]: the trace that a call is part of.

/// The trace that a call is part of, as its client tells it: the [W3C trace context](https://www.w3.org/TR/trace-context/) in the `_meta`
/// of a request. It is what the client sent, and may be nonsense.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TraceContext {
    /// `00-<trace>-<parent>-<flags>`.
    pub traceparent: String,
    /// What tracing systems add.
    pub tracestate: Option<String>,
}

impl TraceContext {
    /// The context that is written so.
    #[must_use]
    pub const fn new(traceparent: String, tracestate: Option<String>) -> Self {
        Self {
            traceparent,
            tracestate,
        }
    }
}
