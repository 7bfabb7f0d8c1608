//! [`CommandLine`]: the words that were typed, and the grammar that they are read by.

use std::{collections::BTreeMap, ffi::OsString, path::Path};

use clap::{ArgMatches, CommandFactory as _, FromArgMatches as _, error::ErrorKind};
use clap_complete::Shell;

use super::{
    arguments::{Arguments, Command},
    commands::Commands,
    environment,
    failure::Failure,
    output,
    serve_arguments::ServeArguments,
};
use crate::server::Server;

/// The words that were typed, and the grammar that they are read by.
pub(super) struct CommandLine {
    grammar: clap::Command,
    program: String,
    words: Vec<OsString>,
    command: Option<String>,
}

/// What the words say.
pub(super) struct Parsed {
    /// All of it, where the command is one that every server has.
    pub(super) arguments: Arguments,
    /// The command, where the application added it.
    pub(super) added: Option<(String, ArgMatches)>,
}

impl CommandLine {
    pub(super) fn of(server: &Server, commands: &Commands, words: Vec<OsString>) -> Self {
        let program = words
            .first()
            .and_then(|word| Path::new(word).file_stem())
            .map_or_else(
                || server.name().to_owned(),
                |stem| stem.to_string_lossy().into_owned(),
            );
        let grammar = Arguments::command()
            .name(server.name().to_owned())
            .bin_name(program.clone())
            .version(server.version_text().to_owned())
            .about(format!("{}, an MCP server", server.name()))
            .after_help(after_help(&program, server.serves_http_by_default()));
        Self {
            grammar: commands.extend(grammar),
            program,
            words,
            command: None,
        }
    }

    /// With these values of variables that are not in the environment: the defaults of the flags that belong to them.
    pub(super) fn with_variables(mut self, variables: &BTreeMap<String, String>) -> Self {
        self.grammar = environment::with_variables(self.grammar, variables);
        self
    }

    /// What a person types to start this server.
    pub(super) fn program(&self) -> &str {
        &self.program
    }

    pub(super) fn parse(&mut self, commands: &Commands) -> Result<Parsed, clap::Error> {
        let words = self.words.clone();
        self.read(&words, commands)
    }

    /// How to serve HTTP where no command was given.
    pub(super) fn serve_defaults(&mut self) -> Result<ServeArguments, clap::Error> {
        let words = [self.program.clone().into(), "serve".into()];
        match self.read(&words, &Commands::default())?.arguments.command {
            Some(Command::Serve(options)) => Ok(*options),
            _ => unreachable!("the words say `serve`"),
        }
    }

    fn read(&mut self, words: &[OsString], commands: &Commands) -> Result<Parsed, clap::Error> {
        let matches = self.grammar.try_get_matches_from_mut(words);
        let parsed = matches.and_then(|mut matches| {
            self.command = matches.subcommand_name().map(ToOwned::to_owned);
            let is_added = self.command.as_ref().is_some_and(|name| commands.has(name));
            let added = is_added.then(|| matches.remove_subcommand()).flatten();
            let arguments = Arguments::from_arg_matches(&matches)?;
            Ok(Parsed { arguments, added })
        });
        parsed.map_err(|error| environment::blame(error, &self.grammar, words))
    }

    /// Says what is wrong with the command line, and ends the process.
    pub(super) fn refuse(&mut self, message: String) -> ! {
        let command = self.command.take().unwrap_or_default();
        let grammar = match self.grammar.find_subcommand_mut(&command) {
            Some(grammar) => grammar,
            None => &mut self.grammar,
        };
        grammar.error(ErrorKind::ValueValidation, message).exit()
    }

    /// Prints the completion script for `shell`.
    pub(super) fn completions(&mut self, shell: Shell) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut self.grammar, self.program.clone(), &mut script);
        Ok(output::print(String::from_utf8_lossy(&script).trim_end())?)
    }
}

fn after_help(program: &str, http: bool) -> String {
    let alone = if http {
        "serves HTTP, as `serve` does"
    } else {
        "speaks MCP on standard input and output, as `stdio` does"
    };
    format!(
        "Without a command it {alone}.

Examples:
  {program} serve --port 8080
  {program} tools
  {program} call NAME key=value
  {program} call NAME --json '{{\"key\": \"value\"}}'
  {program} install claude-desktop --dry-run"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(words: &[&str]) -> CommandLine {
        let server = Server::new("demo").version("1.2.3");
        let words = words.iter().map(Into::into).collect();
        CommandLine::of(&server, &Commands::default(), words)
    }

    #[test]
    fn the_grammar_is_sound_and_the_program_is_what_was_typed() {
        let line = line(&["/opt/bin/demo-server", "tools"]);
        assert_eq!(line.program(), "demo-server");
        line.grammar.debug_assert();
    }

    #[test]
    fn the_version_is_the_servers() {
        let told = line(&["demo", "--version"]).parse(&Commands::default());
        let told = told.err();
        let told = told.map(|told| told.to_string());
        assert_eq!(told.as_deref(), Some("demo 1.2.3\n"));
    }
}
