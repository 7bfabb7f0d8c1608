//! What can be said on the command line. The comments here are the text of `--help`.

use clap::{Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use super::{
    install::InstallArguments, logging::LoggingArguments, serve_arguments::ServeArguments,
};

/// The whole command line.
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
    /// Speak MCP on standard input and output
    Stdio,
    /// Speak MCP over HTTP
    Serve(Box<ServeArguments>),
    /// List the tools and their parameters
    Tools(ListArguments),
    /// List the resources and their templates
    Resources(ListArguments),
    /// List the prompts and their arguments
    Prompts(ListArguments),
    /// Call a tool
    Call(CallArguments),
    /// Print the whole contract as JSON: server, capabilities, tools, resources, prompts
    Inspect,
    /// Write the entry for this server into the configuration of a desktop host
    Install(InstallArguments),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
}

#[derive(Debug, Clone, Copy, clap::Args)]
pub(super) struct ListArguments {
    /// Print an array of the protocol's own objects
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
A parameter of type string takes the text as it is; every other one takes JSON:
  call search query=rust limit=5 tags='[\"a\",\"b\"]'

The answer goes to standard output; an answer that is an error goes to standard error, with exit code 1.")]
pub(super) struct CallArguments {
    /// The tool
    pub(super) name: String,
    /// Its arguments, one by one
    #[arg(value_name = "KEY=VALUE")]
    pub(super) pairs: Vec<String>,
    /// Its arguments as one JSON object; `-` reads it from standard input
    #[arg(long, value_name = "OBJECT", conflicts_with = "pairs")]
    pub(super) json: Option<String>,
    /// What to print
    #[arg(long, short, value_enum, default_value_t)]
    pub(super) output: OutputFormat,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum OutputFormat {
    /// The text of the answer
    #[default]
    Text,
    /// Success, result, error, tool and time, as JSON
    Json,
    /// The result as the protocol has it
    Mcp,
}
