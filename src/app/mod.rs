//! The `toolwright` server: the composition root, where settings become a running server.
//!
//! [`main`] is all that the binary does. It reads the settings once, builds the
//! engines and the server from it, and hands both to the command line (`cli`), together
//! with the commands that only this server has (`doctor`, `index`, `keys`, `logs`, `plan`, `proxy`, `users` and
//! others). No other layer sees the settings: each gets plain values in its constructor.

mod access;
mod api;
mod blocking;
mod called_tool;
mod code_execution;
mod commands;
mod deferred_log;
mod dev;
mod doctor;
mod duration;
mod engines;
mod entry_point;
mod find;
mod governance;
mod index;
mod lists;
mod logs;
mod memory;
mod new;
mod plan;
mod proxy;
mod questions;
mod registry;
mod remote;
mod server;
mod shared;

pub use self::entry_point::main;
#[doc(hidden)]
pub use self::server::server_with;
