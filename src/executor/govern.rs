//! [`Govern`]: what stands between a permit and the tool.

use super::{execution::Execution, pipeline::Pipeline};
use crate::core::{Arguments, BoxFuture, Call, ClientProfile, ToolError};

/// What stands between a permit and the tool: checks, limits, the log. `Governance` is the one that this crate brings.
pub trait Govern: Send + Sync + 'static {
    /// Brings a call that is permitted to its end.
    fn run<'a>(&'a self, call: Call, pipeline: Pipeline<'a>) -> BoxFuture<'a, Execution>;

    /// Hears of a call that got no permit.
    fn refused<'a>(&'a self, refused: RefusedCall<'a>, error: &'a ToolError) -> BoxFuture<'a, ()>;

    /// What it counted, in the text format 0.0.4 of Prometheus, where it counts.
    fn metrics(&self) -> Option<String> {
        None
    }

    /// What keeps it from bringing calls to their end just now.
    fn unready(&self) -> Option<&'static str> {
        None
    }
}

/// A call that got no permit.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct RefusedCall<'a> {
    /// What was called.
    pub name: &'a str,
    /// With which arguments.
    pub arguments: &'a Arguments,
    /// By whom.
    pub client: &'a ClientProfile,
}
