//! [`Server::run`]: parses the command line and runs the command.

use std::ffi::OsString;

use super::{
    call,
    command_line::{CliArguments, Command, CommandLine, Parsed},
    commands::{Commands, Invocation},
    inspect, install, listing, logging,
    logging::DefaultLog,
    output::Failure,
    read, serve_arguments, setting,
    setting::FileSettings,
};
use crate::server::{Result, Server};

impl Server {
    /// Runs the command line of this server. Usually this is all that `main` does.
    ///
    /// Without a command, the server speaks MCP on standard input and output. `--help`, `--version`
    /// and a wrong command line print their text and exit the process.
    ///
    /// ```no_run
    /// use toolwright::prelude::*;
    ///
    /// #[tokio::main]
    /// async fn main() -> toolwright::Result<()> {
    ///     Server::new("demo").run().await
    /// }
    /// ```
    ///
    /// # Errors
    /// If the command fails.
    pub async fn run(self) -> Result<()> {
        self.run_with(std::env::args_os()).await
    }

    /// Runs the command line `arguments`. The first one is the name of the program.
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
    /// If the command fails.
    pub async fn run_with<A: Into<OsString>>(
        self,
        arguments: impl IntoIterator<Item = A>,
    ) -> Result<()> {
        let words = arguments.into_iter().map(Into::into).collect();
        run(self, Commands::default(), words, &FileSettings::default()).await
    }
}

/// Runs the command line `words` of an application with `commands` of its own.
///
/// `files` is what the application read from its settings files.
pub async fn run(
    server: Server,
    commands: Commands,
    words: Vec<OsString>,
    files: &FileSettings,
) -> Result<()> {
    let own = setting::read(&server, &words)?;
    let line = CommandLine::of(&server, &commands, words);
    let mut line = line.with_variables(&files.defaults).with_variables(&own);
    let parsed = line.parse(&commands).unwrap_or_else(|error| error.exit());
    logging::start(parsed.arguments.logging, default_log(&parsed));
    let invocation = Invocation {
        program: line.program().to_owned(),
        log: parsed.arguments.logging.tool_level(),
    };
    let done = match parsed.added {
        Some((name, matches)) => commands.run(server, invocation, &name, &matches).await,
        None => execute(server, parsed.arguments, &invocation, &mut line, files).await,
    };
    match done {
        Ok(()) => Ok(()),
        Err(Failure::Usage(message)) => line.exit_with_usage(message),
        Err(Failure::Failed(error)) => Err(error),
    }
}

/// Returns what a command logs if nothing else is asked for.
fn default_log(parsed: &Parsed) -> DefaultLog {
    let added = parsed.added.as_ref().map(|(name, _)| name.as_str());
    match (&parsed.arguments.command, added) {
        // A failed call prints its error itself, and `servers` the problem of each server.
        (Some(Command::Call(_)), _) | (_, Some("call" | "servers")) => DefaultLog::Errors,
        (None | Some(Command::Serve(_) | Command::Stdio), None) | (_, Some("proxy" | "stdio")) => {
            DefaultLog::Server
        }
        _ => DefaultLog::Warnings,
    }
}

async fn execute(
    server: Server,
    arguments: CliArguments,
    invocation: &Invocation,
    line: &mut CommandLine,
    files: &FileSettings,
) -> Result<(), Failure> {
    match arguments.command {
        None if server.serves_http_by_default() => {
            let defaults = line.serve_defaults().unwrap_or_else(|error| error.exit());
            serve_arguments::serve(server, defaults).await
        }
        None | Some(Command::Stdio) => serve_arguments::stdio(server, line.program(), None).await,
        Some(Command::Serve(options)) => serve_arguments::serve(server, *options).await,
        Some(Command::Tools(list)) => listing::tools(server, list).await,
        Some(Command::Resources(list)) => listing::resources(server, list).await,
        Some(Command::Prompts(list)) => listing::prompts(server, list).await,
        Some(Command::Call(call)) => call::run(server, &call, invocation).await,
        Some(Command::Read(wanted)) => read::resource(server, &wanted).await,
        Some(Command::Prompt(wanted)) => read::prompt(server, &wanted).await,
        Some(Command::Inspect) => inspect::run(server).await,
        Some(Command::Install(arguments)) => {
            install::install(&server, &arguments, &files.for_hosts)
        }
        Some(Command::Uninstall(arguments)) => install::uninstall(&server, &arguments),
        Some(Command::Completions { shell }) => {
            let tools = listing::tools_with_summaries(server).await?;
            line.completions(shell, tools)
        }
    }
}
