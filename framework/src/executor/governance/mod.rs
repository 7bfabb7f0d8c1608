//! [`Governance`]: validation, limits, metrics and records for every call.
//!
//! It is the [`Govern`](super::Govern) that this crate brings, and stands between a permit and the
//! pipeline. For each call it
//!
//! 1. enforces the rate limit of the caller and the concurrency limit of the tool (`rate_limiter`,
//!    `concurrency_limit`), before anything else costs time,
//! 2. validates the arguments against the input schema, and repairs them if the intent is clear
//!    (`schema_validation`, `repair`); large arguments on a thread of their own,
//! 3. runs the pipeline within the deadline of the call,
//! 4. validates the output against the output schema,
//! 5. counts the call and writes its record (`metrics`, `recorder`), also if the call fails or its
//!    client disconnects (`in_flight_call`).
//!
//! The use of a resource, a prompt or a completion is limited, counted and recorded too (`items`).
//!
//! The answer is sent after the record was written.
//!
//! Where several servers hold the rate limits together (`shared_limits`), they take calls ahead, so
//! that the usual call asks nobody.
//!
//! `tool_state` has everything that outlives a call: validators, limits and counters of each tool.
//! Governance differs from `middleware` in that it sees every call, including those that are
//! refused, and that its order is fixed.

mod argument_secrets;
mod call_facts;
mod call_record;
mod concurrency_limit;
mod governance;
mod in_flight_call;
mod metrics;
mod rate_limiter;
mod recorder;
mod repair;
mod schema_validation;
mod shared_limits;
mod tool_state;
mod validation_problems;

pub use self::{
    governance::Governance,
    shared_limits::{CallerShare, ShareAnswer, SharedLimits},
};
