//! The arguments of the command line. Their doc comments are the text of `--help`.

use clap::{Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use super::{
    install::{InstallArguments, UninstallArguments},
    logging::LoggingArguments,
    serve_arguments::ServeArguments,
};

/// The command line as a whole.
#[derive(Debug, Parser)]
#[command(disable_help_subcommand = true)]
pub(super) struct Arguments {
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
