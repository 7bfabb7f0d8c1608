//! Clients of servers, in memory and elsewhere.
//!
//! For tests there is a client in memory, which needs no port and no process:
//! [`Server::client`](crate::Server::client) builds and starts a server and returns its client.
//! Calls take the same path as those from the wire.
//!
//! ```
//! use serde_json::json;
//! use toolwright::{client::Reaction, prelude::*};
//!
//! /// Greet whoever is there.
//! #[tool]
//! async fn greet(ctx: Context) -> Result<String, ToolError> {
//!     let name: String = ctx.ask("Who is there?").await?;
//!     Ok(format!("Hello {name}"))
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> toolwright::Result<()> {
//! let client = Server::new("demo").tools(tools![greet]).client().await?;
//! let client = client.answering(|_| Reaction::Accept(json!({"value": "Ada"})));
//! let greeting = client.call("greet", json!({})).await?;
//! assert_eq!(greeting.joined_text(), "Hello Ada");
//! # Ok(())
//! # }
//! ```
//!
//! With the feature `client`, `Client::connect`, `Client::spawn` and `Client::sse` connect to a
//! server elsewhere. They call with types. A `Connection` passes JSON on as it is, for programs
//! that stand between a client and a server.

#[cfg(feature = "client")]
mod builder;
#[cfg(feature = "client")]
mod changes;
mod client;
#[cfg(feature = "client")]
mod connection;
#[cfg(feature = "client")]
pub mod forward;
#[cfg(feature = "client")]
mod mount;
#[cfg(feature = "oauth")]
mod oauth;
mod question_handler;
#[cfg(feature = "client")]
mod remote;
mod response;
mod rounds;

#[cfg(feature = "client")]
pub use crate::{core::Refusal, server::Revision};
#[cfg(feature = "client")]
pub use builder::ClientBuilder;
pub use client::Client;
#[cfg(feature = "client")]
pub use connection::{
    AccessRefusal, Authorize, ChildCommand, ConnectOptions, Connection, ConnectionError, Handler,
    HttpEndpoint, RawRequest,
};
#[cfg(feature = "oauth")]
pub use oauth::{LoginStore, LoopbackRedirect, OAuth, OAuthError};
pub use question_handler::{InputQuestion, Reaction};
pub(crate) use response::CallResult;
