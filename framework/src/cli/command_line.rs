//! The command line of a server and its arguments. Their doc comments are the text of `--help`.

use std::{collections::BTreeMap, ffi::OsString, path::Path};

use clap::{
    ArgMatches, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum,
    builder::{PossibleValue, PossibleValuesParser},
    error::ErrorKind,
};
use clap_complete::Shell;

use super::{
    commands::Commands,
    environment,
    install::{InstallArguments, UninstallArguments},
    logging::LoggingArguments,
    output,
    output::Failure,
    read::{PromptArguments, ReadUriArguments},
    serve_arguments::ServeArguments,
};
use crate::server::Server;

/// The words of a command line, and the parser for them.
pub(super) struct CommandLine {
    parser: clap::Command,
    program: String,
    words: Vec<OsString>,
    command: Option<String>,
}

/// A parsed command line.
pub(super) struct Parsed {
    /// The arguments. They contain the command if it is one of every server.
    pub(super) arguments: CliArguments,
    /// The command and its arguments, if the application added it.
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
        let parser = CliArguments::command()
            .name(server.name().to_owned())
            .bin_name(program.clone())
            .version(server.version_text().to_owned())
            .about(format!("{}, an MCP server", server.name()))
            .after_help(after_help(&program, server.serves_http_by_default()));
        Self {
            parser: commands.extend(parser),
            program,
            words,
            command: None,
        }
    }

    /// Uses `variables` as defaults of the flags that have these environment variables.
    pub(super) fn with_variables(mut self, variables: &BTreeMap<String, String>) -> Self {
        self.parser = environment::with_variables(self.parser, variables);
        self
    }

    /// Returns the name that the program was started by.
    pub(super) fn program(&self) -> &str {
        &self.program
    }

    pub(super) fn parse(&mut self, commands: &Commands) -> Result<Parsed, clap::Error> {
        let words = self.words.clone();
        self.read(&words, commands)
    }

    /// Returns the arguments of `serve` without any flags, for a command line without a command.
    pub(super) fn serve_defaults(&mut self) -> Result<ServeArguments, clap::Error> {
        let words = [self.program.clone().into(), "serve".into()];
        match self.read(&words, &Commands::default())?.arguments.command {
            Some(Command::Serve(options)) => Ok(*options),
            _ => unreachable!("the command is `serve`"),
        }
    }

    fn read(&mut self, words: &[OsString], commands: &Commands) -> Result<Parsed, clap::Error> {
        let matches = self.parser.try_get_matches_from_mut(words);
        let parsed = matches.and_then(|mut matches| {
            self.command = matches.subcommand_name().map(ToOwned::to_owned);
            let is_added = self.command.as_ref().is_some_and(|name| commands.has(name));
            let added = is_added.then(|| matches.remove_subcommand()).flatten();
            let arguments = CliArguments::from_arg_matches(&matches)?;
            Ok(Parsed { arguments, added })
        });
        parsed.map_err(|error| environment::name_variable(error, &self.parser, words))
    }

    /// Prints what is wrong with the command line, with the usage, and exits the process.
    pub(super) fn exit_with_usage(&mut self, message: String) -> ! {
        let command = self.command.take().unwrap_or_default();
        let parser = match self.parser.find_subcommand_mut(&command) {
            Some(parser) => parser,
            None => &mut self.parser,
        };
        parser.error(ErrorKind::ValueValidation, message).exit()
    }

    /// Prints the completion script for `shell`, which knows these tools.
    pub(super) fn completions(
        &mut self,
        shell: Shell,
        tools: Vec<(String, String)>,
    ) -> Result<(), Failure> {
        let names = tools
            .into_iter()
            .map(|(name, summary)| PossibleValue::new(name).help(summary));
        let names = PossibleValuesParser::new(names);
        let mut parser = self.parser.clone().mut_subcommand("call", |call| {
            // An argument that is changed goes to the end of the list, so both say where they are.
            call.mut_arg("name", |name| name.index(1).value_parser(names))
                .mut_arg("pairs", |pairs| pairs.index(2))
        });
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut parser, self.program.clone(), &mut script);
        Ok(output::print(String::from_utf8_lossy(&script).trim_end())?)
    }
}

fn after_help(program: &str, http: bool) -> String {
    let default = if http { "serve" } else { "stdio" };
    format!(
        "The default command is `{default}`.

Examples:
  {program} serve --port 8080
  {program} tools
  {program} call NAME key=value
  {program} call NAME --json '{{\"key\": \"value\"}}'
  {program} install claude-desktop --dry-run"
    )
}

/// The command line as a whole.
#[derive(Debug, Parser)]
#[command(disable_help_subcommand = true)]
pub(super) struct CliArguments {
    #[command(subcommand)]
    pub(super) command: Option<Command>,
    #[command(flatten)]
    pub(super) logging: LoggingArguments,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Serve MCP on standard input and output
    Stdio,
    /// Serve MCP over HTTP
    Serve(Box<ServeArguments>),
    /// List the tools and their parameters
    Tools(ListArguments),
    /// List the resources and their templates
    Resources(ListArguments),
    /// List the prompts and their arguments
    Prompts(ListArguments),
    /// Call a tool
    Call(CallArguments),
    /// Read a resource
    Read(ReadUriArguments),
    /// Print the messages of a prompt
    Prompt(PromptArguments),
    /// Print the server info, capabilities, tools, resources and prompts as JSON
    Inspect,
    /// Add this server to the configuration of a desktop host
    Install(InstallArguments),
    /// Remove this server from the configuration of a desktop host
    Uninstall(UninstallArguments),
    /// Print a completion script for a shell
    Completions {
        /// Name of the shell
        shell: Shell,
    },
}

#[expect(missing_docs, reason = "clap prints the docs of a command as its help")]
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct ListArguments {
    /// Print the objects of the protocol as a JSON array
    #[arg(long)]
    pub(super) json: bool,
}

#[expect(missing_docs, reason = "clap prints the docs of a command as its help")]
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The value of a string parameter is taken literally; any other value is parsed as JSON:
  call search query=rust limit=5 tags='[\"a\",\"b\"]'

The result is printed to standard output. An error is printed to standard error, with exit code 1.")]
pub struct CallArguments {
    /// Name of the tool
    pub(super) name: String,
    /// Arguments of the call
    #[arg(value_name = "KEY=VALUE")]
    pub(super) pairs: Vec<String>,
    /// Arguments of the call as a JSON object; `-` reads it from standard input
    #[arg(long, value_name = "OBJECT", conflicts_with = "pairs")]
    pub(super) json: Option<String>,
    /// Output format
    #[arg(long, short, value_enum, default_value_t)]
    pub(super) output: OutputFormat,
}

impl CallArguments {
    /// Returns the name of the tool.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum OutputFormat {
    /// The text of the result
    #[default]
    Text,
    /// Success, result, error, tool and duration as JSON
    Json,
    /// The result object of the protocol
    Mcp,
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
    fn the_parser_is_valid_and_names_the_program_as_typed() {
        let line = line(&["/opt/bin/demo-server", "tools"]);
        assert_eq!(line.program(), "demo-server");
        line.parser.debug_assert();
    }

    #[test]
    fn the_version_is_that_of_the_server() {
        let parsed = line(&["demo", "--version"]).parse(&Commands::default());
        let version = parsed.err().map(|version| version.to_string());
        assert_eq!(version.as_deref(), Some("demo 1.2.3\n"));
    }
}
