//! MCP on the wire: what a server is made of, the transports it is reached by, and the dispatcher behind all of them.

mod builder;
mod built;
mod client;
mod dispatch;
mod error;
#[cfg(fuzzing)]
pub mod fuzzing;
mod http;
mod mount;
mod outbox;
mod peer;
mod protocol;
mod readiness;
mod request_state;
mod session;
mod stdio;
mod task;

pub use builder::Server;
pub use built::BuiltServer;
pub(crate) use client::CallResult;
pub use client::{Client, InputQuestion, Reaction};
pub use error::{Error, Result};
pub use http::HttpOptions;
pub use protocol::Revision;
pub use stdio::StdioOptions;
