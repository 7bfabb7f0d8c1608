//! How a server is reached: HTTP, or standard input and output.
//!
//! [`Server::run`](crate::Server::run) chooses by the command line. A program with a command line
//! of its own builds the server and serves it with
//! [`BuiltServer::serve_http`](crate::BuiltServer::serve_http) or
//! [`serve_stdio`](crate::BuiltServer::serve_stdio), or puts it into an axum application with
//! [`into_service`](crate::BuiltServer::into_service).
//!
//! ```no_run
//! use toolwright::{Server, transport::HttpOptions};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> toolwright::Result<()> {
//! let server = Server::new("demo").build()?;
//! let stop = async { drop(tokio::signal::ctrl_c().await) };
//! server.serve_http(HttpOptions::default(), |address| println!("{address}"), stop).await
//! # }
//! ```

/// The version of axum whose types are part of this crate's API.
pub use axum;

pub use crate::core::{VirtualServer, VirtualServers};
pub use crate::server::{
    FrontPage, HttpOptions, HttpService, PageContext, RefusalReason, RequestBody, Revision, Route,
    StdioOptions,
};
