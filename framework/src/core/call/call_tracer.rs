//! [`CallTracer`]: the interface to a tracing system.

use std::time::{Duration, SystemTime};

use super::{execution_id::ExecutionId, trace_context::TraceContext};
use crate::core::peer::ClientProfile;

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
    #[must_use]
    pub const fn with_parent(mut self, parent: Option<&'a TraceContext>) -> Self {
        self.parent = parent;
        self
    }

    /// Sets the error of the call.
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
