//! [`Commands`]: the commands that an application adds to those of every server.
//!
//! A command is a name and a type that derives [`clap::Args`]. The docs of the type are its help:
//!
//! ```text
//! Commands::default().with("questions", |server, arguments: QuestionsArguments| questions::list(arguments))
//! ```
//!
//! The command builds the server itself, so a command that does not need one starts at once.

use std::{future::Future, pin::Pin};

use clap::{ArgMatches, Args};

use super::output::Failure;
use crate::{core::LogLevel, server::Server};

type Run = Box<dyn FnOnce(Server, Invocation, &ArgMatches) -> Running + Send>;

/// A command that runs. It stays on its thread, as the client in memory does.
type Running = Pin<Box<dyn Future<Output = Result<(), Failure>>>>;

/// The commands that an application adds to those of every server.
#[derive(Default)]
pub struct Commands(Vec<Added>);

/// How the program was started.
#[derive(Debug)]
pub struct Invocation {
    /// The name that the program was started by.
    pub(crate) program: String,
    /// The minimum level of the log messages of tools.
    pub(crate) log: LogLevel,
}

struct Added {
    parser: clap::Command,
    run: Run,
}

impl Commands {
    /// Adds the command `name`. One of every server that is called so is replaced by it.
    pub fn with<A, F, R>(self, name: &'static str, run: F) -> Self
    where
        A: Args,
        F: FnOnce(Server, A) -> R + Send + 'static,
        R: Future<Output = Result<(), Failure>> + 'static,
    {
        self.with_invocation(name, |server, _, arguments| run(server, arguments))
    }

    /// Adds the command `name`, which also learns how the program was started.
    pub fn with_invocation<A, F, R>(mut self, name: &'static str, run: F) -> Self
    where
        A: Args,
        F: FnOnce(Server, Invocation, A) -> R + Send + 'static,
        R: Future<Output = Result<(), Failure>> + 'static,
    {
        let run: Run =
            Box::new(
                move |server, invocation, matches| match A::from_arg_matches(matches) {
                    Ok(arguments) => Box::pin(run(server, invocation, arguments)),
                    Err(error) => error.exit(),
                },
            );
        let parser = A::augment_args(clap::Command::new(name));
        self.0.push(Added { parser, run });
        self
    }

    /// Returns `true` if `name` is one of these commands.
    pub(super) fn has(&self, name: &str) -> bool {
        self.0.iter().any(|added| added.parser.get_name() == name)
    }

    /// Adds these commands to `parser`.
    pub(super) fn extend(&self, parser: clap::Command) -> clap::Command {
        self.0.iter().fold(parser, |parser, added| {
            let name = added.parser.get_name();
            match parser.find_subcommand(name) {
                Some(_) => parser.mut_subcommand(name, |_| added.parser.clone()),
                None => parser.subcommand(&added.parser),
            }
        })
    }

    /// Runs the command `name`.
    pub(super) async fn run(
        self,
        server: Server,
        invocation: Invocation,
        name: &str,
        matches: &ArgMatches,
    ) -> Result<(), Failure> {
        let mut all = self.0.into_iter();
        match all.find(|added| added.parser.get_name() == name) {
            Some(added) => (added.run)(server, invocation, matches).await,
            None => Err(Failure::Usage(format!("`{name}` is not a command"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use toolwright_base::lock;

    use super::*;
    use crate::cli::{self, FileSettings};

    /// Greet somebody
    #[derive(Debug, Args)]
    struct Greeting {
        /// Whom
        name: String,
        /// How often
        #[arg(long, default_value_t = 1)]
        times: u32,
    }

    /// Returns what the command `greet` was called with.
    async fn greetings(words: &[&str]) -> Vec<String> {
        let greetings = Arc::new(Mutex::new(Vec::new()));
        let sink = Arc::clone(&greetings);
        let commands = Commands::default().with("greet", |server, greeting: Greeting| async move {
            let greeting = format!("{} {} {}", server.name(), greeting.name, greeting.times);
            lock(&sink).push(greeting);
            Ok(())
        });
        let words = words.iter().map(Into::into).collect();
        let files = FileSettings::default();
        let done = cli::run(Server::new("demo"), commands, words, &files).await;
        assert!(done.is_ok());
        lock(&greetings).clone()
    }

    #[tokio::test]
    async fn an_added_command_gets_the_server_and_its_arguments() {
        let words = ["demo", "greet", "Ada", "--times", "3", "-v"];
        assert_eq!(greetings(&words).await, ["demo Ada 3"]);
        assert_eq!(greetings(&["demo", "tools"]).await, Vec::<String>::new());
    }

    #[test]
    fn an_added_command_is_in_the_help() {
        let commands = Commands::default().with("greet", |_, _: Greeting| async { Ok(()) });
        let mut parser = commands.extend(clap::Command::new("demo"));
        parser.clone().debug_assert();
        let help = parser.render_help().to_string();
        assert!(help.contains("  greet  Greet somebody\n"), "{help}");
    }
}
