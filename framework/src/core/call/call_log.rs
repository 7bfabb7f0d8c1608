//! [`CallLog`] and [`CallTracer`]: where calls are recorded, and the [`TraceContext`] that a client sends.

use std::{
    error::Error,
    time::{Duration, SystemTime},
};

use super::execution_id::ExecutionId;
use crate::core::{future::BoxFuture, peer::ClientProfile};

/// A log of calls. Each record is a JSON object in one line, without the newline at its end.
///
/// A call of a tool that may change something has two records: one with the outcome `begun` before
/// its tool starts, and one with its outcome.
///
/// A call is answered after its record was written, so that the log has every answered call,
/// whatever happens to the process afterwards.
pub trait CallLog: Send + Sync {
    /// Writes a record. When the future is ready, the record survives the end of the process.
    ///
    /// Waits if records arrive faster than they can be written.
    fn append(&self, record: Vec<u8>) -> BoxFuture<'_, Result<(), Box<dyn Error + Send + Sync>>>;

    /// Writes a record that no caller waits for.
    fn post(&self, record: Vec<u8>);

    /// Returns `true` if records cannot be written at present.
    ///
    /// Calls are then refused before their tools start, except one at a time, which shows whether
    /// the log can be written again. The default is `false`: only a failed
    /// [`append`](Self::append) shows that the log fails.
    fn is_failing(&self) -> bool {
        false
    }
}

/// A finished call, as a [`CallTracer`] sees it.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct TracedCall<'a> {
    /// The tool.
    pub tool: &'a str,
    /// The id of the call in the execution log.
    pub id: ExecutionId,
    /// The client that called.
    pub client: &'a ClientProfile,
    /// The trace that the call is part of.
    pub parent: Option<&'a TraceContext>,
    /// When the call began.
    pub begun: SystemTime,
    /// How long the call took.
    pub elapsed: Duration,
    /// The error of the call, if it failed.
    pub error: Option<TracedError<'a>>,
}

/// The error of a [`TracedCall`].
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct TracedError<'a> {
    /// The kind of error in one word, such as `timeout`.
    pub kind: &'static str,
    /// The message that the caller reads, without secrets. It may be empty.
    pub message: &'a str,
}

impl<'a> TracedCall<'a> {
    /// Creates a call that succeeded.
    ///
    /// ```
    /// use std::time::{Duration, SystemTime};
    /// use toolwright::{call::{ClientProfile, ExecutionId}, log::TracedCall};
    ///
    /// let (client, begun) = (ClientProfile::default(), SystemTime::now());
    /// let id = ExecutionId::new(begun);
    /// let call = TracedCall::new("add", id, &client, begun, Duration::from_millis(3));
    /// assert!(call.error.is_none());
    /// ```
    #[must_use]
    pub const fn new(
        tool: &'a str,
        id: ExecutionId,
        client: &'a ClientProfile,
        begun: SystemTime,
        elapsed: Duration,
    ) -> Self {
        Self {
            tool,
            id,
            client,
            parent: None,
            begun,
            elapsed,
            error: None,
        }
    }

    /// Sets the trace that the call is part of.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_parent(mut self, parent: Option<&'a TraceContext>) -> Self {
        self.parent = parent;
        self
    }

    /// Sets the error of the call.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_error(mut self, kind: &'static str, message: &'a str) -> Self {
        self.error = Some(TracedError { kind, message });
        self
    }
}

/// Receives every finished call.
///
/// It must not block: if it cannot keep up, it drops calls.
pub trait CallTracer: Send + Sync {
    /// Records a finished call.
    fn record(&self, call: TracedCall<'_>);
}

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
    ///
    /// ```
    /// use toolwright::call::TraceContext;
    ///
    /// let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    /// let trace = TraceContext::new(parent.into(), None);
    /// assert_eq!(trace.traceparent, parent);
    /// ```
    #[must_use]
    pub const fn new(traceparent: String, tracestate: Option<String>) -> Self {
        Self {
            traceparent,
            tracestate,
        }
    }
}
