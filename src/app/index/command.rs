//! The command `toolwright index` itself: its arguments, and where its documents come from.

use std::path::{Path, PathBuf};

use toolwright::cli::{Failure, output};

use super::{
    collection_writer::{Changes, CollectionWriter, because},
    column_documents::ColumnDocuments,
    document_source::DocumentSource,
    json_lines::JsonLines,
};
use crate::app::engines::Engines;

/// Fill a collection that `get_sim_search` searches
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Documents that the collection already has are skipped, so a run that was stopped can be started again. Documents whose text
or metadata has changed are updated. With --from-db, columns that are gone from the database are removed.

Examples:
  toolwright index --from-db
  toolwright index documents.jsonl --collection handbook
  generate | toolwright index -")]
pub(in crate::app) struct IndexArguments {
    /// A file with one document per line: {"document": "…", "id": "…", "metadata": {…}}; `-` is standard input
    #[arg(required_unless_present = "from_db", conflicts_with = "from_db")]
    file: Option<PathBuf>,
    /// Index the columns of the database: `users.email VARCHAR(255)` and the column's comment
    #[arg(long)]
    from_db: bool,
    /// The collection [default: `CHROMADB_COLLECTION_NAME`]
    #[arg(long)]
    collection: Option<String>,
    /// How many documents are stored at once
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..=1000))]
    batch: u16,
}

/// Fills the collection.
pub(in crate::app) async fn run(
    engines: &Engines,
    arguments: IndexArguments,
) -> Result<(), Failure> {
    let writer = CollectionWriter {
        engines,
        collection: arguments
            .collection
            .as_deref()
            .unwrap_or(&engines.collection),
        batch: arguments.batch.into(),
    };
    let done = match &arguments.file {
        Some(file) => fill_from_file(writer, file).await,
        None => fill_from_database(writer).await,
    };
    engines.stop().await;
    let collection = writer.collection;
    Ok(output::print(&format!("`{collection}`: {}", done?))?)
}

async fn fill_from_file(writer: CollectionWriter<'_>, file: &Path) -> Result<Changes, Failure> {
    let lines = JsonLines::open(file);
    let lines =
        lines.map_err(|error| because(format!("cannot read `{}`: {error}", file.display())))?;
    writer.write_all(&mut DocumentSource::Lines(lines)).await
}

async fn fill_from_database(writer: CollectionWriter<'_>) -> Result<Changes, Failure> {
    let database = &writer.engines.database.database;
    let ColumnDocuments {
        database,
        documents,
    } = ColumnDocuments::read(database).await.map_err(because)?;
    let ids = documents.iter().map(|document| document.id.clone());
    let ids = ids.collect();
    let mut changes = writer
        .write_all(&mut DocumentSource::listed(documents))
        .await?;
    changes.removed = writer.remove_others(&database, &ids).await?;
    Ok(changes)
}
