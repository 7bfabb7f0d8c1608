//! [`Governance`]: what stands between a permit and the tool.

mod argument_secrets;
mod call_record;
mod concurrency_limit;
mod governance;
mod in_flight_call;
mod log_health;
mod metrics;
mod outcome;
mod rate_limiter;
mod recorder;
mod repair;
mod schema_validation;
mod tool_state;
mod validation_problems;

pub use self::governance::Governance;
