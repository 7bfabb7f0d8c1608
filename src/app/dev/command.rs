//! The command `toolwright dev`.

use std::{
    env,
    ffi::OsString,
    io::{self, IsTerminal as _},
    path::PathBuf,
    process::Command,
};

use toolwright::cli::{Failure, output};

use super::{http, relay};

const INSPECTOR: &str = "@modelcontextprotocol/inspector";

/// Build the server of this crate, and build and start it again when its sources change
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A host that starts `toolwright dev` in place of the server keeps its connection while the server is built and \
started again: it is told that the lists have changed, and calls wait. If the build fails, the server that runs goes on, \
and the errors are on standard error.

In a terminal, the MCP Inspector is opened on it if Node is installed (`npx`); without Node, or with `--http`, the \
server listens on HTTP.

Examples:
  toolwright dev
  toolwright dev -- --bin demo --features extra
  toolwright dev --http --port 8080")]
pub(in crate::app) struct DevArguments {
    /// Serve HTTP in place of standard input and output
    #[arg(long)]
    http: bool,
    /// Port for HTTP
    #[arg(long, default_value = "8080")]
    port: u16,
    /// Arguments of `cargo build`
    #[arg(last = true, value_name = "CARGO ARGUMENTS")]
    cargo: Vec<OsString>,
}

/// Runs the server until the host, or a person, stops it.
pub(in crate::app) fn run(arguments: &DevArguments) -> Result<(), Failure> {
    if !arguments.http && !io::stdin().is_terminal() {
        return relay::run(&arguments.cargo);
    }
    match npx().filter(|_| !arguments.http) {
        Some(npx) => inspect(&npx, &arguments.cargo),
        None => http::run(&arguments.cargo, arguments.port),
    }
}

/// Opens the Inspector on this command.
fn inspect(npx: &PathBuf, cargo: &[OsString]) -> Result<(), Failure> {
    output::notice("opening the MCP Inspector; `--http` serves without it");
    let status = Command::new(npx)
        .args(["-y", INSPECTOR])
        .arg(env::current_exe()?)
        .args(["dev", "--"])
        .args(cargo)
        .status()?;
    match status.success() {
        true => Ok(()),
        false => Err(Failure::because(format!("the Inspector ended: {status}"))),
    }
}

/// Returns the program that starts the Inspector, if Node is installed.
fn npx() -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    let mut files = env::split_paths(&folders).map(|folder| folder.join("npx"));
    files.find(|file| file.is_file())
}
