//! The one way to call a tool: [`Executor::call`].

mod deadline;
mod execution;
mod executor;
mod govern;
#[cfg(feature = "governance")]
pub(crate) mod governance;
#[cfg(feature = "governance")]
pub(crate) mod middleware;
mod pipeline;
mod plan;
mod policy;
#[cfg(feature = "governance")]
mod schema_compiler;

pub(crate) use self::plan::{Audience, PlanTool};
pub use self::{
    execution::{Execution, ToolExecutionResult},
    executor::{DEFAULT_TIMEOUT, Executor},
    govern::{Govern, RefusedCall},
    pipeline::Pipeline,
    plan::{Plan, PlanReport, Step},
    policy::{Permit, Policy},
};
