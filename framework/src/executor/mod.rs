//! Calls tools: [`Executor`] is the only path from a request to a tool.
//!
//! MCP requests, plans, the command line and the in-memory client all end in [`Executor::run`]:
//!
//! 1. The catalog is searched for the tool, and the [`Policy`] issues a [`Permit`].
//! 2. The deadline of the call is set.
//! 3. [`Govern`], if one is configured, validates, limits, counts and logs the call.
//! 4. The [`Pipeline`] runs the middleware and the tool, and turns a panic into an error.
//!
//! The executor stands between `server`, which speaks the protocol, and `core`, which defines what
//! a tool is. It knows nothing of transports and sessions.
//!
//! Resources, prompts and completions pass the same policy, limits and log (`items`).
//!
//! `governance` is the [`Govern`] that this crate brings: it applies to every call and cannot be
//! skipped by a tool. `middleware` is code around tools that a server adds one by one.

mod error_text;
mod execution;
mod executor;
mod failure_log;
mod govern;
#[cfg(feature = "governance")]
pub(crate) mod governance;
mod items;
#[cfg(feature = "governance")]
pub(crate) mod middleware;
mod pipeline;
mod plan;
mod policy;
mod text_prompt;

pub use self::{
    execution::{Execution, ToolExecutionResult},
    executor::{DEFAULT_TIMEOUT, Executor, ExecutorOptions},
    govern::{CallLoad, Govern, RefusedCall},
    pipeline::Pipeline,
    plan::{Audience, Plan, PlanReport, Step},
    policy::{ItemPermit, Permit, Policy},
};
pub(crate) use self::{plan::PlanTool, policy::View};
