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
//! | `overrides` | what is changed about its tools |
//! | `clashes` | names that two tools have |
//! | `definitions` | what a server offers, each definition read on its own |
//! | `pins` | definitions that an administrator has seen: later changes are held back |
//! | `pin_file`, `pin_place`, `pin_store` | where they are stored |
//! | `places` | how many servers are connected to at the same time |
//! | `pending` | the changes that nobody has read yet |
//! | `route` | the way of a call to a server: again, if it surely did not run |
//! | `logins` | where the logins to servers are kept |
//! | `launch` | how a program is started that is a server |
//!
//! A server that is slow, gone or hostile holds up nothing but its own calls.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        reason = "a test that cannot go on says so by panicking"
    )
)]

mod announcement;
mod clashes;
mod config;
mod connect;
mod definitions;
mod gateway;
mod introduction;
mod launch;
mod link;
mod log_tail;
mod logins;
mod names;
mod overrides;
mod pending;
mod pin_file;
mod pin_place;
mod pin_store;
mod pins;
mod places;
mod route;
mod served;
mod suspicion;
mod upstream;
mod usage;
mod variables;
mod watched;

pub use config::{HttpAddress, Program, ServerConfig, Transport, Trust};
pub use gateway::Gateway;
pub use introduction::Introduction;
pub use launch::{ChildLauncher, Launched, Launcher};
pub use link::UpstreamState;
pub use logins::Logins;
pub use overrides::ToolOverride;
pub use pin_place::PinError;
pub use pin_store::{MergePins, PinStore, SharedPins};
pub use pins::{Approval, Change as HeldChange};
pub use served::ServerStatus;
