//! What operators see of a server: its metrics, whether it is ready, its traces.

mod collector;
mod metrics;
mod prometheus;
mod readiness;
mod shaky_log;
mod traces;
