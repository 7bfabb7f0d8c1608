//! The life of a server beside its requests: start and stop hooks, watched sources, readiness
//! checks.
//!
//! [`Startup`] is what the [builder](super::builder) collects. Starting it gives a
//! [`RunningServer`], which a transport holds until it stops.

mod change_pace;
mod hook;
mod readiness;
mod running_server;
mod startup;

pub use hook::HookOutput;
pub(super) use hook::{Hook, HookError};
pub(super) use readiness::Readiness;
pub(super) use running_server::RunningServer;
pub(super) use startup::Startup;
