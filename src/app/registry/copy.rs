//! `toolwright registry`: the tables of the registry, and copies between files and a database.

use std::sync::Arc;

use clap::{Subcommand, ValueEnum};
use toolwright::{
    Tool,
    cli::{Failure, output},
};
use toolwright_registry::{
    Agent, FileStore, PostgresStore, RegistryContents, RegistryDatabase, migrations_sql,
};

use super::open::{RegistryOptions, failure};

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
    /// Copy all tools and agents with all their versions into an empty registry
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
    /// `tools.json`, `agents.json`, and the files of their versions
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
    let Some(database) = options.database() else {
        let why = "no database is configured: set `TOOLWRIGHT_REGISTRY=postgres`, and `TOOLWRIGHT_REGISTRY_URL`";
        return Err(Failure::because(why));
    };
    let engines = options.engines(tools);
    let store = PostgresStore::new(database.clone(), engines.clone());
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
            let copied = copy(&files, &store, from, to).await?;
            Ok(output::print(&copied)?)
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

fn summary(contents: &RegistryContents) -> String {
    let (tools, agents) = (contents.tools(), contents.agents());
    let versions = contents.versions();
    format!("copied {tools} tools and {agents} agents with {versions} versions")
}
