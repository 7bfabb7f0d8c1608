//! [`Commands`]: what an application adds to the commands that every server has.
//!
//! A command is a name and a type that derives [`clap::Args`]; the docs of that type are its help:
//!
//! ```text
//! Commands::default().with("questions", |server, arguments: QuestionsArguments| questions::list(arguments))
//! ```
//!
//! The server is not built before the command builds it, so a command that does not need it costs nothing.

use std::future::Future;

use clap::{ArgMatches, Args};

use super::failure::Failure;
use crate::{core::BoxFuture, server::Server};

type Run = Box<dyn FnOnce(Server, &ArgMatches) -> BoxFuture<'static, Result<(), Failure>> + Send>;

/// The commands that an application adds to those that every server has.
#[derive(Default)]
pub(crate) struct Commands(Vec<Added>);

struct Added {
    grammar: clap::Command,
    run: Run,
}

impl Commands {
    /// Adds the command `name`. None of the server's own may be called like that.
    #[cfg_attr(
        not(feature = "tools"),
        expect(
            dead_code,
            reason = "only the `toolwright` server has commands of its own"
        )
    )]
    pub(crate) fn with<A, F, R>(mut self, name: &'static str, run: F) -> Self
    where
        A: Args,
        F: FnOnce(Server, A) -> R + Send + 'static,
        R: Future<Output = Result<(), Failure>> + Send + 'static,
    {
        let run: Run = Box::new(move |server, matches| match A::from_arg_matches(matches) {
            Ok(arguments) => Box::pin(run(server, arguments)),
            Err(error) => error.exit(),
        });
        let grammar = A::augment_args(clap::Command::new(name));
        self.0.push(Added { grammar, run });
        self
    }

    /// Whether `name` is one of them.
    pub(super) fn has(&self, name: &str) -> bool {
        self.0.iter().any(|added| added.grammar.get_name() == name)
    }

    /// `grammar` with these commands in it.
    pub(super) fn extend(&self, grammar: clap::Command) -> clap::Command {
        grammar.subcommands(self.0.iter().map(|added| &added.grammar))
    }

    /// Carries out the command `name`.
    pub(super) async fn run(
        self,
        server: Server,
        name: &str,
        matches: &ArgMatches,
    ) -> Result<(), Failure> {
        let mut all = self.0.into_iter();
        match all.find(|added| added.grammar.get_name() == name) {
            Some(added) => (added.run)(server, matches).await,
            None => Err(Failure::Usage(format!("`{name}` is not a command"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        collections::BTreeMap,
        sync::{Arc, Mutex},
    };

    use super::*;
    use crate::{cli, core::lock};

    /// Greet somebody
    #[derive(Debug, Args)]
    struct Greeting {
        /// Whom
        name: String,
        /// How often
        #[arg(long, default_value_t = 1)]
        times: u32,
    }

    /// What the command was told when these words were typed.
    async fn told(words: &[&str]) -> Vec<String> {
        let told = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&told);
        let commands = Commands::default().with("greet", |server, greeting: Greeting| async move {
            let greeting = format!("{} {} {}", server.name(), greeting.name, greeting.times);
            lock(&heard).push(greeting);
            Ok(())
        });
        let words = words.iter().map(Into::into).collect();
        let done = cli::run(Server::new("demo"), commands, words, &BTreeMap::new()).await;
        assert!(done.is_ok());
        lock(&told).clone()
    }

    #[tokio::test]
    async fn a_command_of_the_application_gets_the_server_and_its_arguments() {
        let words = ["demo", "greet", "Ada", "--times", "3", "-v"];
        assert_eq!(told(&words).await, ["demo Ada 3"]);
        assert_eq!(told(&["demo", "tools"]).await, Vec::<String>::new());
    }

    #[test]
    fn it_stands_in_the_help_with_its_docs() {
        let commands = Commands::default().with("greet", |_, _: Greeting| async { Ok(()) });
        let mut grammar = commands.extend(clap::Command::new("demo"));
        grammar.clone().debug_assert();
        let help = grammar.render_help().to_string();
        assert!(help.contains("  greet  Greet somebody\n"), "{help}");
    }
}
