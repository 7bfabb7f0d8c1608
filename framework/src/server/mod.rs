//! The MCP server: how it is built, the transports that serve it, and the dispatcher behind them.
//!
//! From top to bottom, each room uses those below it:
//!
//! | room | content |
//! |---|---|
//! | `builder` | [`Server`], [`BuiltServer`], mounted servers |
//! | `http`, `stdio`, `in_memory` | the transports, one of them in the same process |
//! | `lifecycle` | start and stop hooks, watched sources, readiness checks |
//! | `dispatch` | the dispatcher: from a request to its reply, for all revisions |
//! | `peer` | how a running call reaches its client |
//! | `client_state` | sessions, tasks and request states, which outlive a request |
//! | `protocol` | the data types on the wire |
//!
//! It stands above `core` and `executor`: tools are called by the
//! [`Executor`](crate::executor::Executor) alone. The command line
//! ([`Server::run`]) is in `cli`, which uses this module like any other program.
//!
//! The server does not use rmcp. The page of `dispatch` has the reasons and the figures.

mod builder;
mod client_state;
mod dispatch;
mod error;
mod front_page;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod http;
mod in_memory;
mod lifecycle;
mod peer;
mod protocol;
mod stdio;

pub use builder::{BuiltServer, Server};
pub use error::{Error, Result};
pub use front_page::FrontPage;
pub use http::{HttpOptions, HttpService, PageContext, RefusalReason, RequestBody, Route};
pub(crate) use in_memory::InMemory;
pub use lifecycle::HookOutput;
pub use protocol::Revision;
pub(crate) use protocol::RpcError;
#[cfg(feature = "client")]
pub(crate) use protocol::{INTERNAL_ERROR, METHOD_NOT_FOUND, MISSING_CAPABILITY};
pub use stdio::StdioOptions;
