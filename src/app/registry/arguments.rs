//! The arguments that several commands of the registry have.

/// The tool, or the agent, that a command is about.
#[derive(Debug, clap::Args)]
pub(super) struct NameArguments {
    /// Its name
    pub(super) name: String,
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// The version that comes back.
#[derive(Debug, clap::Args)]
pub(super) struct RollbackArguments {
    /// Its name
    pub(super) name: String,
    /// Number of the version, as `history` lists it
    pub(super) version: u64,
    #[command(flatten)]
    pub(super) write: WriteArguments,
}

/// How a command that overwrites something behaves.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(super) struct WriteArguments {
    /// Overwrite without asking
    #[arg(long, short)]
    pub(super) yes: bool,
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}
