//! The command `toolwright index` itself: its arguments, and where its documents come from.

use std::path::{Path, PathBuf};

use super::{
    collection_writer::{Filling, Tally, because},
    column_documents::Columns,
    document_source::Source,
    json_lines::JsonLines,
};
use crate::{
    app::engines::Engines,
    cli::{Failure, output},
};

/// Fill a collection with documents that `get_sim_search` finds
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Documents that are there already are passed over, so that a run which was stopped can be started again; those whose text or
metadata is another are changed. With --from-db, columns that are gone from the database are removed.

Examples:
  toolwright index --from-db
  toolwright index documents.jsonl --collection handbook
  generate | toolwright index -")]
pub(in crate::app) struct IndexArguments {
    /// A file with a document on each line: {"document": "…", "id": "…", "metadata": {…}}; `-` is standard input
    #[arg(required_unless_present = "from_db", conflicts_with = "from_db")]
    file: Option<PathBuf>,
    /// Take the columns of the database: `users.email VARCHAR(255)` and the column's comment
    #[arg(long)]
    from_db: bool,
    /// The collection [default: that of `CHROMADB_COLLECTION_NAME`]
    #[arg(long)]
    collection: Option<String>,
    /// How many documents are kept at once
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..=1000))]
    batch: u16,
}

/// Fills the collection.
pub(in crate::app) async fn run(
    engines: &Engines,
    arguments: IndexArguments,
) -> Result<(), Failure> {
    let filling = Filling {
        engines,
        collection: arguments
            .collection
            .as_deref()
            .unwrap_or(&engines.collection),
        batch: arguments.batch.into(),
    };
    let done = match &arguments.file {
        Some(file) => fill_from_file(filling, file).await,
        None => fill_from_database(filling).await,
    };
    engines.stop().await;
    let collection = filling.collection;
    Ok(output::print(&format!("`{collection}`: {}", done?))?)
}

async fn fill_from_file(filling: Filling<'_>, file: &Path) -> Result<Tally, Failure> {
    let lines = JsonLines::open(file);
    let lines =
        lines.map_err(|error| because(format!("cannot read `{}`: {error}", file.display())))?;
    filling.fill(&mut Source::Lines(lines)).await
}

async fn fill_from_database(filling: Filling<'_>) -> Result<Tally, Failure> {
    let database = &filling.engines.database.database;
    let Columns {
        database,
        documents,
    } = Columns::of(database).await.map_err(because)?;
    let ids = documents.iter().map(|document| document.id.clone());
    let ids = ids.collect();
    let mut tally = filling.fill(&mut Source::listed(documents)).await?;
    tally.removed = filling.remove_others(&database, &ids).await?;
    Ok(tally)
}
