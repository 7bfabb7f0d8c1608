//! The commands `tools …`, `agents …`, `servers …`, `registry …`, `init` and `schema`.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::Subcommand;
use toolwright::{
    Server,
    cli::{Commands, Failure, ListArguments, list_tools, output, print_tools},
};
use toolwright_registry::TOOLS;

use super::{
    agents::{self, AgentsArguments},
    arguments::{NameArguments, RollbackArguments, WriteArguments},
    check,
    copy::{self, RegistryArguments},
    definitions::{Definitions, LocalTools, RemoteDefinitions, commands as definitions},
    fresh_files,
    import::{self, ImportCommand},
    open::RegistryOptions,
    review,
    secrets::{self, SecretsArguments},
    server_commands::{self, ServersArguments},
    test::{self, TestArguments},
};
use crate::app::remote::{McpSession, Remote, RemoteArguments, RemoteServer};

/// List the tools and their parameters, or change those of the registry
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
struct ToolsArguments {
    #[command(subcommand)]
    command: Option<ToolsCommand>,
    #[command(flatten)]
    list: ListArguments,
    #[command(flatten)]
    remote: RemoteArguments,
}

#[derive(Debug, Subcommand)]
enum ToolsCommand {
    /// Add the tools of a file, or replace those of the same names
    Add {
        /// A tool, an array of tools, or a `tools.json`; `-` is standard input
        file: PathBuf,
        #[command(flatten)]
        write: WriteArguments,
    },
    /// Change a tool in your editor (`VISUAL` or `EDITOR`)
    Edit(NameArguments),
    /// Switch a tool on
    Enable(NameArguments),
    /// Switch a tool off
    Disable(NameArguments),
    /// Remove a tool; it can be restored
    Remove(NameArguments),
    /// Bring a removed tool back
    Restore(NameArguments),
    /// List the versions of a tool
    History(NameArguments),
    /// Bring an earlier version of a tool back
    Rollback(RollbackArguments),
    /// Check a file; the exit code is 1 if something is wrong
    Check {
        /// A tool, an array of tools, or a `tools.json`. By default that of the registry
        file: Option<PathBuf>,
        /// Print the problems as JSON
        #[arg(long)]
        json: bool,
    },
    /// Name what makes the tools hard to choose rightly: pairs that descriptions do not tell apart, instructions to the
    /// model, parameters without words; each tool has a score
    Review {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Run the tests that are stored with tools; the exit code is 1 if a result differs
    Test(TestArguments),
    /// Import tools from elsewhere
    Import {
        #[command(subcommand)]
        source: ImportCommand,
    },
    /// Print all tools of the registry as a `tools.json`, without credentials
    Export,
}

/// Write a commented `tools.json` and what belongs to it
#[derive(Debug, clap::Args)]
struct InitArguments {
    /// The folder. By default that of the registry
    folder: Option<PathBuf>,
}

/// Print the JSON schema of `tools.json`
#[derive(Debug, clap::Args)]
struct SchemaArguments {}

/// Adds the commands of the registry.
pub(in crate::app) fn commands(
    commands: Commands,
    options: &Arc<RegistryOptions>,
    remote: &Remote,
) -> Commands {
    let options = Arc::clone(options);
    let folder = options.folder().to_owned();
    let (connected, servers_remote) = (Arc::clone(&options), remote.clone());
    let (of_agents, agents_remote) = (Arc::clone(&options), remote.clone());
    let commands = with_operations(commands, &options, remote);
    let remote = remote.clone();
    commands
        .with("tools", |server, arguments: ToolsArguments| async move {
            match remote.server(&arguments.remote)? {
                Some(elsewhere) => run_elsewhere(&elsewhere, arguments).await,
                None => run(server, &options, arguments).await,
            }
        })
        .with("agents", |server, arguments: AgentsArguments| async move {
            agents::run(server, &of_agents, &agents_remote, arguments).await
        })
        .with("servers", |_, arguments: ServersArguments| async move {
            server_commands::run(&servers_remote, connected, arguments).await
        })
        .with("init", |_, arguments: InitArguments| async move {
            init(&arguments.folder.unwrap_or(folder))
        })
        .with("schema", |_, _: SchemaArguments| async {
            Ok(output::print(&fresh_files::schema())?)
        })
}

/// Adds the commands for those who run the server.
fn with_operations(
    commands: Commands,
    options: &Arc<RegistryOptions>,
    remote: &Remote,
) -> Commands {
    let (sealed, copied) = (Arc::clone(options), Arc::clone(options));
    let (sealed_remote, copied_remote) = (remote.clone(), remote.clone());
    commands
        .with(
            "secrets",
            |server, arguments: SecretsArguments| async move {
                sealed_remote.refuse("secrets")?;
                secrets::run(server.added_tools(), &sealed, arguments).await
            },
        )
        .with(
            "registry",
            |server, arguments: RegistryArguments| async move {
                copied_remote.refuse("registry")?;
                copy::run(server.added_tools(), &copied, arguments).await
            },
        )
}

async fn run(
    server: Server,
    options: &RegistryOptions,
    arguments: ToolsArguments,
) -> Result<(), Failure> {
    let Some(command) = arguments.command else {
        return list_tools(server, arguments.list).await;
    };
    let tools = server.added_tools().to_vec();
    if let ToolsCommand::Check { file, json } = command {
        let file = match file {
            None if options.shared().is_some() => {
                let why = "the definitions are in a database, which has checked them: name the file to check";
                return Err(Failure::Usage(why.into()));
            }
            file => file.unwrap_or_else(|| options.folder().join(TOOLS)),
        };
        return check::here(&options.engines(&tools), &file, json).await;
    }
    if let ToolsCommand::Review { json } = command {
        return review::run(server, json).await;
    }
    let registry = options.open(&tools).await?;
    match command {
        ToolsCommand::Test(arguments) => test::run(server, &registry, &arguments).await,
        ToolsCommand::Import { source } => import::run(&registry, source).await,
        command => run_in(&LocalTools(&registry), command).await,
    }
}

/// Runs a command on a server elsewhere.
async fn run_elsewhere(server: &RemoteServer, arguments: ToolsArguments) -> Result<(), Failure> {
    let Some(command) = arguments.command else {
        let session = McpSession::open(server).await?;
        let tools = session.tools().await;
        session.close().await;
        return print_tools(&tools?, arguments.list);
    };
    match command {
        ToolsCommand::Check {
            file: Some(file),
            json,
        } => check::elsewhere(server, &file, json).await,
        ToolsCommand::Check { file: None, .. } => Err(Failure::because(
            "name the file to check: the one of the server is checked where it runs",
        )),
        ToolsCommand::Review { json } => review::run_elsewhere(server, json).await,
        ToolsCommand::Test(arguments) => test::run_elsewhere(server, &arguments).await,
        ToolsCommand::Import { .. } => Err(Failure::because(
            "`tools import` reads for the registry of this machine: run it where the server runs, or \
             import here and send `tools export` with `tools add - --url …`",
        )),
        command => run_in(&RemoteDefinitions::tools(server), command).await,
    }
}

/// Runs a command that is the same for every place of definitions.
async fn run_in(place: &impl Definitions, command: ToolsCommand) -> Result<(), Failure> {
    match command {
        ToolsCommand::Add { file, write } => definitions::add(place, &file, write).await,
        ToolsCommand::Edit(arguments) => definitions::edit(place, &arguments).await,
        ToolsCommand::Enable(arguments) => definitions::switch(place, &arguments, true).await,
        ToolsCommand::Disable(arguments) => definitions::switch(place, &arguments, false).await,
        ToolsCommand::Remove(arguments) => definitions::remove(place, &arguments).await,
        ToolsCommand::Restore(arguments) => definitions::restore(place, &arguments).await,
        ToolsCommand::History(arguments) => definitions::history(place, &arguments).await,
        ToolsCommand::Rollback(arguments) => definitions::roll_back(place, &arguments).await,
        ToolsCommand::Export => definitions::export(place).await,
        // They differ, and have run already.
        ToolsCommand::Check { .. }
        | ToolsCommand::Review { .. }
        | ToolsCommand::Test(_)
        | ToolsCommand::Import { .. } => Ok(()),
    }
}

fn init(folder: &Path) -> Result<(), Failure> {
    if fresh_files::exist(folder) {
        let folder = folder.display();
        return Err(Failure::because(format!(
            "there is a `tools.json` in `{folder}` already"
        )));
    }
    for path in fresh_files::write(folder)? {
        output::print(&path.display().to_string())?;
    }
    Ok(())
}
