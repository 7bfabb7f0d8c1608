//! The `toolwright` server, put together: the one place where its parts meet.

use crate::{server::Server, tools};

/// The server that the `toolwright` binary runs: the built-in tools, over HTTP where no command is given.
pub fn server() -> Server {
    Server::new("toolwright")
        .version(env!("CARGO_PKG_VERSION"))
        .title("Toolwright")
        .instructions("Ready tools for agents. Each tool's description says when to use it.")
        .http_by_default()
        .tools(tools::all())
}
