//! Describing a server and putting it together.

mod built_server;
mod mount;
mod server;

pub use built_server::BuiltServer;
pub use server::Server;
