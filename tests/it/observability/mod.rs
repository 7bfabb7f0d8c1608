//! The view of operators: metrics, readiness and traces.

mod collector;
mod metrics;
mod prometheus;
mod readiness;
mod shaky_log;
mod traces;
