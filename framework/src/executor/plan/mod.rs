//! Plans: several calls in one request.
//!
//! [`Plan`] is the list of calls, `run` executes it, [`PlanReport`] has the results. `PlanTool`
//! offers plans to agents as the tool `run_plan`.
//!
//! The steps run in order; consecutive steps whose tools are parallel run concurrently. A step that
//! is denied or fails becomes a result with an error, and the remaining steps still run. Every step
//! goes through [`Executor::execute`](super::Executor::execute), as any other call.

mod plan;
mod plan_tool;

pub use self::plan::{Audience, Plan, PlanReport, Step};
pub(crate) use self::plan_tool::PlanTool;
