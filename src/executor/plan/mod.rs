//! [`Plan`]: several calls, one after the other or side by side.

mod plan;
mod plan_tool;

pub use self::plan::{Plan, PlanReport, Step};
pub(crate) use self::{plan::Audience, plan_tool::PlanTool};
