//! MCP on the wire: what a server is made of, the transports it is reached by, and the dispatcher behind all of them.

mod builder;
mod client_state;
mod dispatch;
mod error;
#[cfg(fuzzing)]
pub mod fuzzing;
mod http;
mod in_memory;
mod lifecycle;
mod peer;
mod protocol;
mod stdio;

pub use builder::{BuiltServer, Server};
pub use error::{Error, Result};
pub use http::HttpOptions;
pub use in_memory::{Client, InputQuestion, Reaction};
pub use protocol::Revision;
pub use stdio::StdioOptions;
