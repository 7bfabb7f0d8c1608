//! [`TraceContext`]: the trace that a call is part of.

/// The trace that a call is part of: the [W3C trace context](https://www.w3.org/TR/trace-context/)
/// in the `_meta` of its request.
///
/// The values are those that the client sent. They are not validated.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TraceContext {
    /// The header `traceparent`: `00-<trace>-<parent>-<flags>`.
    pub traceparent: String,
    /// The header `tracestate`, in which tracing systems keep values of their own.
    pub tracestate: Option<String>,
}

impl TraceContext {
    /// Creates a trace context from its two headers.
    #[must_use]
    pub const fn new(traceparent: String, tracestate: Option<String>) -> Self {
        Self {
            traceparent,
            tracestate,
        }
    }
}
