//! The `toolwright` server: the composition root, where settings become a running server.
//!
//! [`main`] is all that the binary does. It reads the settings once, builds the
//! engines and the server from it, and hands both to the command line (`cli`), together
//! with the commands that only this server has (`doctor`, `index`, `keys`, `logs`, `plan`, `users` and
//! others). No other layer sees the settings: each gets plain values in its constructor.

#[cfg(feature = "access")]
mod access;
#[cfg(feature = "registry")]
mod api;
mod code_execution;
mod commands;
mod deferred_log;
mod dev;
#[cfg(feature = "data")]
mod doctor;
mod duration;
#[cfg(feature = "data")]
mod engines;
mod entry_point;
mod governance;
#[cfg(feature = "data")]
mod index;
mod logs;
mod memory;
#[cfg(not(feature = "data"))]
mod no_engines;
mod plan;
mod questions;
#[cfg(feature = "registry")]
mod registry;
mod remote;
mod server;

#[cfg(not(feature = "data"))]
use self::no_engines as engines;

pub use self::entry_point::main;
#[doc(hidden)]
pub use self::server::server_with;
