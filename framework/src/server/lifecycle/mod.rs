//! The life of a server beside its requests: start and stop hooks, watched sources, readiness
//! checks.
//!
//! [`Startup`] is what the [builder](super::builder) collects. Starting it gives a
//! [`RunningServer`], which a transport holds until it stops.

mod hook;
mod startup;

pub use hook::HookOutput;
pub(super) use hook::{Hook, HookError, Readiness};
pub(super) use startup::{RunningServer, Startup};
