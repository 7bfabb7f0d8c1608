//! `toolwright registry`: the tables of the registry, and copies between files and a database.

use std::sync::Arc;

use clap::{Subcommand, ValueEnum};
use toolwright::{
    Tool,
    cli::{Failure, output},
};
use toolwright_access::{AccountError, Accounts};
use toolwright_registry::{
    Agent, FileStore, PostgresRegistry, PostgresStore, RegistryContents, RegistryDatabase,
    migrations_sql,
};

use super::open::{RegistryOptions, because, failure};
use crate::app::blocking::blocking;

/// Make the tables of the registry, and copy it from files into a database or back
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Set `TOOLWRIGHT_REGISTRY=postgres` and `TOOLWRIGHT_REGISTRY_URL` first: they name the database. The files are those of \
`TOOLWRIGHT_REGISTRY_DIR`.")]
pub(super) struct RegistryArguments {
    #[command(subcommand)]
    command: RegistryCommand,
}

#[derive(Debug, Subcommand)]
enum RegistryCommand {
    /// Make the tables, or bring them up to date, as a server does when it starts
    Migrate {
        /// Print the statements instead, for those whose databases are changed by others
        #[arg(long)]
        dry_run: bool,
    },
    /// Copy all tools and agents with all their versions, users, keys and MCP servers into an empty registry
    Copy {
        /// Where they are
        #[arg(long)]
        from: CopyPlace,
        /// Where they are to be
        #[arg(long)]
        to: CopyPlace,
    },
}

/// A place of the registry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CopyPlace {
    /// `tools.json`, `agents.json` and the files of their versions, `access.json` and `mcp.json`
    Files,
    /// The database
    Postgres,
}

/// Runs the command.
pub(super) async fn run(
    tools: &[Arc<dyn Tool>],
    options: &RegistryOptions,
    arguments: RegistryArguments,
) -> Result<(), Failure> {
    let Some(shared) = options.shared() else {
        let why = "no database is configured: set `TOOLWRIGHT_REGISTRY=postgres`, and `TOOLWRIGHT_REGISTRY_URL`";
        return Err(Failure::because(why));
    };
    let engines = options.engines(tools);
    let (database, store) = (shared.database(), shared.tools(engines.clone()));
    match arguments.command {
        RegistryCommand::Migrate { dry_run: true } => print_migrations(&store, database).await,
        RegistryCommand::Migrate { dry_run: false } => {
            let steps = store.migrate().await.map_err(failure)?;
            Ok(output::print(&match steps {
                0 => "the tables are up to date".to_owned(),
                steps => format!("applied {steps} steps"),
            })?)
        }
        RegistryCommand::Copy { from, to } => {
            let agents = FileStore::of_agents(options.folder());
            let files = (options.file_store(&engines), agents);
            let accounts = CopiedAccounts::open(options, shared, from).await?;
            let copied = copy(&files, &store, from, to).await?;
            output::print(&copied)?;
            accounts.copy().await?;
            copy_servers(options, from).await
        }
    }
}

/// Prints the steps that are missing.
async fn print_migrations(
    store: &PostgresStore,
    database: &RegistryDatabase,
) -> Result<(), Failure> {
    let applied = store.applied_migrations().await.map_err(failure)?;
    let sql = migrations_sql(database.schema(), applied);
    match sql.is_empty() {
        true => output::notice("the tables are up to date"),
        false => output::print(sql.trim_end())?,
    }
    Ok(())
}

/// Copies from one place into the other. Returns what was copied.
async fn copy(
    (tools, agents): &(FileStore, FileStore<Agent>),
    database: &PostgresStore,
    from: CopyPlace,
    to: CopyPlace,
) -> Result<String, Failure> {
    if from == to {
        let why = "`--from` and `--to` are the same place";
        return Err(Failure::Usage(why.into()));
    }
    let contents = match from {
        CopyPlace::Files => RegistryContents::of_files(tools, agents).await,
        CopyPlace::Postgres => database.export().await,
    };
    let contents = contents.map_err(failure)?;
    let copied = summary(&contents);
    let written = match to {
        CopyPlace::Files => contents.write_files(tools, agents).await,
        CopyPlace::Postgres => database.import(contents).await,
    };
    written.map_err(failure)?;
    Ok(copied)
}

/// Users and keys that are copied.
struct CopiedAccounts {
    from: Arc<Accounts>,
    to: Arc<Accounts>,
}

impl CopiedAccounts {
    /// Opens them where they are and where they are to be.
    ///
    /// # Errors
    /// If they cannot be read, or there are some where they are to be.
    async fn open(
        options: &RegistryOptions,
        shared: &PostgresRegistry,
        from: CopyPlace,
    ) -> Result<Self, Failure> {
        let (file, shared) = (options.access_file().to_owned(), shared.accounts());
        blocking(move || {
            let files = Accounts::open(file)?;
            let database = Accounts::remote(shared);
            database.refresh()?;
            let (from, to) = match from {
                CopyPlace::Files => (files, database),
                CopyPlace::Postgres => (database, files),
            };
            if !from.users()?.is_empty() && !to.users()?.is_empty() {
                return Err(AccountError::Occupied.into());
            }
            let (from, to) = (Arc::new(from), Arc::new(to));
            Ok(Self { from, to })
        })
        .await
    }

    async fn copy(self) -> Result<(), Failure> {
        let (users, keys) = blocking(move || Ok(self.from.copy_to(&self.to)?)).await?;
        if users > 0 {
            output::print(&format!("copied {users} users with {keys} keys"))?;
        }
        Ok(())
    }
}

/// Copies the other MCP servers.
async fn copy_servers(options: &RegistryOptions, from: CopyPlace) -> Result<(), Failure> {
    let (files, database) = (options.servers_in_file(), options.servers().clone());
    let (from, to) = match from {
        CopyPlace::Files => (files, database),
        CopyPlace::Postgres => (database, files),
    };
    let count = blocking(move || from.copy_to(&to).map_err(because)).await?;
    if count > 0 {
        output::print(&format!("copied {count} MCP servers"))?;
    }
    Ok(())
}

fn summary(contents: &RegistryContents) -> String {
    let (tools, agents) = (contents.tools(), contents.agents());
    let versions = contents.versions();
    format!("copied {tools} tools and {agents} agents with {versions} versions")
}
