//! [`CallTracer`]: who hears of every call that is over.

use std::time::{Duration, SystemTime};

use super::{execution_id::ExecutionId, trace_context::TraceContext};
use crate::core::peer::ClientProfile;

/// A call that is over, as a tracer hears of it.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct TracedCall<'a> {
    /// The tool.
    pub tool: &'a str,
    /// The call's name in the log.
    pub id: ExecutionId,
    /// Who called.
    pub client: &'a ClientProfile,
    /// The trace that it is part of.
    pub parent: Option<&'a TraceContext>,
    /// When it began.
    pub begun: SystemTime,
    /// How long it took.
    pub elapsed: Duration,
    /// How it failed.
    pub error: Option<TracedError<'a>>,
}

/// How a call failed.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct TracedError<'a> {
    /// In one word, for instance `timeout`.
    pub kind: &'static str,
    /// What the caller reads, without what is secret; empty where there is nothing more to say.
    pub message: &'a str,
}

impl<'a> TracedCall<'a> {
    /// A call that went well.
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

    /// The same call as part of a trace.
    #[must_use]
    pub const fn within(mut self, parent: Option<&'a TraceContext>) -> Self {
        self.parent = parent;
        self
    }

    /// The same call, which failed.
    #[must_use]
    pub const fn failed(mut self, kind: &'static str, message: &'a str) -> Self {
        self.error = Some(TracedError { kind, message });
        self
    }
}

/// Hears of every call that is over. It must not wait: what it cannot take it drops.
pub trait CallTracer: Send + Sync {
    /// A call is over.
    fn record(&self, call: TracedCall<'_>);
}
