//! Other MCP servers behind a Toolwright server.
//!
//! A [`Gateway`] connects to servers over stdio, streamable HTTP and HTTP with server-sent events,
//! and offers what they have: tools, resources and prompts. It is a
//! [`ToolSource`](toolwright::catalog::ToolSource), so everything is governed as the server's own.
//!
//! ```no_run
//! use toolwright::Server;
//! use toolwright_gateway::{ChildLauncher, Gateway, ServerConfig, Transport};
//!
//! # async fn example() -> toolwright::Result<()> {
//! let time = ServerConfig::new("time", Transport::stdio(["uvx", "mcp-server-time"]));
//! let gateway = Gateway::new(ChildLauncher::default(), None);
//! gateway.configure([time])?;
//! Server::new("demo").source(gateway).run().await
//! # }
//! ```
//!
//! | module | content |
//! |---|---|
//! | `config` | which servers there are, and what is taken from them |
//! | `gateway` | all servers, as one source of tools |
//! | `upstream` | one server: its connection is kept, lost and made again |
//! | `served` | what is served of one server |
//! | `definitions` | what a server offers, each definition read on its own |
//! | `pins` | definitions that an administrator has seen: later changes are held back |
//! | `items` | a tool, a resource and a prompt of another server |
//! | `exchange` | one request, with the questions and the progress on its way |
//! | `launch` | how a program is started that is a server |
//!
//! A server that is slow, gone or hostile holds up nothing but its own calls.

#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        reason = "a test that cannot go on says so by panicking"
    )
)]

mod config;
mod connect;
mod definitions;
mod exchange;
mod gateway;
mod introduction;
mod items;
mod launch;
mod log_tail;
mod names;
mod pins;
mod result;
mod served;
mod suspicion;
mod upstream;
mod variables;

pub use config::{HttpAddress, Program, ServerConfig, Transport, Trust};
pub use gateway::{Approval, Gateway};
pub use introduction::Introduction;
pub use launch::{ChildLauncher, Launched, Launcher};
pub use pins::{Change as HeldChange, PinError};
pub use served::ServerStatus;
pub use upstream::UpstreamState;
