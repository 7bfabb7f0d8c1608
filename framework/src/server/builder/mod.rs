//! [`Server`], the builder, and [`BuiltServer`], which a transport serves.
//!
//! [`Server`] collects tools, resources, prompts, states and settings. [`Server::build`] checks
//! that they fit together and returns a [`BuiltServer`]. A server inside of another one is a tool
//! source (`mount`).

mod build;
mod built_server;
mod mount;
mod readiness;
mod server;

pub use built_server::BuiltServer;
pub use server::Server;
