//! The `toolwright` server, put together: the one place where its parts meet.

use std::{ffi::OsString, path::PathBuf};

use crate::{
    cli::{self, Commands},
    data::expression::{Expressions, Limits, sandbox},
    server::{Result, Server},
    tools,
};

/// The first argument of a program that is a worker. The second says of which engine.
const WORKER: &str = "worker";

/// All that the `toolwright` binary does: it is the server, or a worker that the server started.
///
/// # Errors
/// When the command fails.
pub fn main() -> Result<()> {
    let mut words = std::env::args_os().skip(1);
    if words.next().is_some_and(|word| word == WORKER) {
        work(words);
    }
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?
        .block_on(cli::run(
            server(),
            commands(),
            std::env::args_os().collect(),
        ))
}

/// Is the worker that the words name, until its work is done. Returns where they name none.
fn work(mut words: impl Iterator<Item = OsString>) {
    if words.next().is_some_and(|word| word == sandbox::WORKER) {
        sandbox::run(words.next());
    }
}

/// The commands that the `toolwright` binary has beside those of every server.
fn commands() -> Commands {
    Commands::default()
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
