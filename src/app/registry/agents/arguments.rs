//! [`AgentsArguments`]: the words of `toolwright agents`.

use std::path::PathBuf;

use clap::Subcommand;

use crate::app::{
    registry::arguments::{NameArguments, RollbackArguments, WriteArguments},
    remote::RemoteArguments,
};

/// List the agents, or change them
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(in crate::app::registry) struct AgentsArguments {
    #[command(subcommand)]
    pub(super) command: Option<AgentsCommand>,
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) remote: RemoteArguments,
}

#[derive(Debug, Subcommand)]
pub(super) enum AgentsCommand {
    /// Print the definition of an agent
    Show {
        /// Name of the agent
        name: String,
    },
    /// Add the agents of a file, or replace those of the same names
    Add {
        /// An agent, an array of agents, or an `agents.json`; `-` is standard input
        file: PathBuf,
        #[command(flatten)]
        write: WriteArguments,
    },
    /// Change an agent in your editor (`VISUAL` or `EDITOR`)
    Edit(NameArguments),
    /// Switch an agent on
    Enable(NameArguments),
    /// Switch an agent off
    Disable(NameArguments),
    /// Remove an agent; it can be restored
    Remove(NameArguments),
    /// Bring a removed agent back
    Restore(NameArguments),
    /// List the versions of an agent
    History(NameArguments),
    /// Bring an earlier version of an agent back
    Rollback(RollbackArguments),
    /// Print what the API of its provider wants: the model, its parameters and the tools
    Export {
        /// Name of the agent
        name: String,
    },
}
