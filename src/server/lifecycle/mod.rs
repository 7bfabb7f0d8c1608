//! What runs beside the requests of a server: hooks, sources that are watched, readiness.

mod hook;
mod readiness;
mod running_server;
mod startup;

pub(super) use hook::{Hook, HookError};
pub(super) use readiness::Readiness;
pub(super) use running_server::RunningServer;
pub(super) use startup::Startup;
