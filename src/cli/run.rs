//! [`Server::run`]: the command that was typed, carried out.

use std::{collections::BTreeMap, ffi::OsString};

use super::{
    arguments::{Arguments, Command},
    call,
    command_line::CommandLine,
    commands::Commands,
    failure::Failure,
    inspect, install, listing,
    logging::{self, Level},
    transport,
};
use crate::server::{Result, Server};

impl Server {
    /// Runs the command line of this server: all that `main` has to do.
    ///
    /// Help, the version and a command line that cannot be understood end the process here.
    ///
    /// # Errors
    /// When the command fails.
    pub async fn run(self) -> Result<()> {
        self.run_with(std::env::args_os()).await
    }

    /// [`Server::run`] with other arguments than those of the process; the first is the program's name.
    ///
    /// ```
    /// # use toolwright::prelude::*;
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> toolwright::Result<()> {
    /// Server::new("demo").run_with(["demo", "inspect"]).await
    /// # }
    /// ```
    ///
    /// # Errors
    /// When the command fails.
    pub async fn run_with<A: Into<OsString>>(
        self,
        arguments: impl IntoIterator<Item = A>,
    ) -> Result<()> {
        let words = arguments.into_iter().map(Into::into).collect();
        run(self, Commands::default(), words, &BTreeMap::new()).await
    }
}

/// [`Server::run_with`] for an application that has commands of its own, and files with values for variables.
pub(crate) async fn run(
    server: Server,
    commands: Commands,
    words: Vec<OsString>,
    variables: &BTreeMap<String, String>,
) -> Result<()> {
    let mut line = CommandLine::of(&server, &commands, words).with_variables(variables);
    let parsed = line.parse(&commands).unwrap_or_else(|error| error.exit());
    logging::start(parsed.arguments.logging, default_level(&parsed.arguments));
    let done = match parsed.added {
        Some((name, matches)) => commands.run(server, &name, &matches).await,
        None => execute(server, parsed.arguments, &mut line).await,
    };
    match done {
        Ok(()) => Ok(()),
        Err(Failure::Usage(message)) => line.refuse(message),
        Err(Failure::Failed(error)) => Err(error),
    }
}

/// Returns the level that a command logs from if nothing else is asked for.
const fn default_level(arguments: &Arguments) -> Level {
    match arguments.command {
        // A failed call prints its error itself.
        Some(Command::Call(_)) => Level::Error,
        _ => Level::Warn,
    }
}

async fn execute(
    server: Server,
    arguments: Arguments,
    line: &mut CommandLine,
) -> Result<(), Failure> {
    match arguments.command {
        None if server.serves_http_by_default() => {
            let defaults = line.serve_defaults().unwrap_or_else(|error| error.exit());
            transport::serve(server, defaults).await
        }
        None | Some(Command::Stdio) => transport::stdio(server, line.program()).await,
        Some(Command::Serve(options)) => transport::serve(server, *options).await,
        Some(Command::Tools(list)) => listing::tools(server, list).await,
        Some(Command::Resources(list)) => listing::resources(server, list).await,
        Some(Command::Prompts(list)) => listing::prompts(server, list).await,
        Some(Command::Call(call)) => {
            let log = arguments.logging.of_tools();
            call::run(server, &call, log, line.program()).await
        }
        Some(Command::Inspect) => inspect::inspect(server).await,
        Some(Command::Install(install)) => install::run(&server, &install),
        Some(Command::Completions { shell }) => line.completions(shell),
    }
}
