//! The `toolwright` server, put together: the one place where its parts meet.

use std::path::PathBuf;

use crate::{
    data::expression::{Expressions, Limits, sandbox},
    server::{Result, Server},
    tools,
};

/// All that the `toolwright` binary does: it is the server, or a worker that the server started.
///
/// # Errors
/// When the command fails.
pub fn main() -> Result<()> {
    let mut arguments = std::env::args_os().skip(1);
    if arguments
        .next()
        .is_some_and(|word| word == sandbox::COMMAND)
    {
        sandbox::run(arguments.next());
    }
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?
        .block_on(server().run())
}

/// The server that the `toolwright` binary runs: the built-in tools, over HTTP where no command is given.
pub fn server() -> Server {
    server_of(this_program())
}

/// The same server in another program, for instance a test: `program` is the `toolwright` binary, which its workers run.
#[doc(hidden)]
pub fn server_of(program: PathBuf) -> Server {
    Server::new("toolwright")
        .version(env!("CARGO_PKG_VERSION"))
        .title("Toolwright")
        .instructions("Ready tools for agents. Each tool's description says when to use it.")
        .http_by_default()
        .state(Expressions::new(program, Limits::default()))
        .tools(tools::all())
}

/// This very program, even if another version was installed in its place meanwhile.
fn this_program() -> PathBuf {
    let running = PathBuf::from("/proc/self/exe");
    if running.exists() {
        return running;
    }
    std::env::current_exe().unwrap_or_else(|_| "toolwright".into())
}
