//! A framework for [MCP](https://modelcontextprotocol.io) servers: annotate an async function and
//! it is a tool, over stdio and streamable HTTP, for every revision of the protocol that clients
//! speak today.
//!
//! ```no_run
//! use toolwright::prelude::*;
//!
//! /// Add two numbers.
//! #[tool]
//! async fn add(a: i64, b: i64) -> i64 {
//!     a + b
//! }
//!
//! #[tokio::main]
//! async fn main() -> toolwright::Result<()> {
//!     Server::new("demo").tools(tools![add]).run().await
//! }
//! ```
//!
//! The doc comment is what the model reads, the signature is the schema, and the program has a
//! command line: `demo` serves stdio, `demo serve --port 8080` serves HTTP, `demo call add a=1 b=2`
//! prints 3.
//!
//! # Testing
//!
//! The function stays callable as it was written. [`Server::client`] returns a client in memory
//! that takes the same path as a request from the wire:
//!
//! ```
//! # use toolwright::prelude::*;
//! # /// Add two numbers.
//! # #[tool]
//! # async fn add(a: i64, b: i64) -> i64 {
//! #     a + b
//! # }
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> toolwright::Result<()> {
//! let client = Server::new("demo").tools(tools![add]).client().await?;
//! let sum = client.call("add", serde_json::json!({"a": 1, "b": 2})).await?;
//! assert_eq!(sum.joined_text(), "3");
//! # Ok(())
//! # }
//! ```
//!
//! # Modules
//!
//! | module | what it has |
//! |---|---|
//! | [`prelude`] | what most servers import |
//! | [`tool`](mod@tool) | [`Tool`], its definition, arguments, output and errors |
//! | [`resource`](mod@resource), [`prompt`](mod@prompt) | the two other things that a server offers |
//! | [`content`] | text, images, audio and embedded resources |
//! | [`schema`] | JSON schemas of parameters and results |
//! | [`call`] | [`Context`] and [`State`]: what a call can do beside returning |
//! | [`catalog`] | the tools, resources and prompts that exist now |
//! | [`middleware`] | code around every call |
//! | [`access`] | who is calling: authenticators, identities, API keys |
//! | [`govern`] | who may call what: policy, limits, validation |
//! | [`log`] | records of calls, traces, redaction of secrets |
//! | [`plan`] | several calls in one request |
//! | [`client`](mod@client) | the client of a server, in memory or elsewhere |
//! | [`transport`] | options of HTTP and stdio |
//!
//! # Features
//!
//! None is enabled by default: the crate is the framework alone.
//!
//! | feature | what it adds |
//! |---|---|
//! | `client` | the client of servers elsewhere: streamable HTTP, child processes, HTTP with server-sent events |
//! | `governance` | validation and repair of arguments, limits, the execution log, ready middleware |
//! | `oauth` | logging in to servers elsewhere that want tokens of an authorization server |
//! | `rmcp` | servers that were written for rmcp, the official SDK, inside of one's own |
//! | `telemetry` | traces that are sent to an OpenTelemetry collector: `log::Telemetry` |
//! | `chrono`, `url`, `uuid` | schemas of the types of these crates, for parameters and results |
//!
//! # Other crates
//!
//! | crate | what it adds to a server |
//! |---|---|
//! | `toolwright-access` | users with API keys, and tokens of an authorization server |
//! | `toolwright-gateway` | the tools, resources and prompts of other MCP servers |
//! | `toolwright-registry` | tools that are defined in `tools.json` and change while the server runs |
//! | `toolwright-server` | the binary `toolwright`, with tools on databases, vectors and documents |
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        reason = "a test that cannot go on says so by panicking"
    )
)]

// The macros name this crate by its absolute path, also inside of it.
extern crate self as toolwright;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
pub mod access;
mod api;
pub mod cli;
pub mod client;
mod core;
#[cfg(feature = "governance")]
mod execution_log;
mod executor;
mod lists;
pub mod prelude;
mod server;
#[cfg(feature = "telemetry")]
mod telemetry;

pub use toolwright_macros::{prompt, resource, tool};

#[doc(inline)]
pub use crate::api::{
    call, catalog, content, govern, log, middleware, plan, prompt, resource, schema, tool,
    transport,
};
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub use crate::server::fuzzing;
pub use crate::{
    client::Client,
    core::{
        Arguments, Audio, BoxFuture, Bytes, Catalog, Content, Context, Image, Json, Middleware,
        Prompt, PromptDef, PromptMessage, Resource, ResourceDef, State, Tool, ToolDef, ToolError,
        ToolOutput,
    },
    executor::Executor,
    server::{BuiltServer, Error, HookOutput, Result, Server},
};
