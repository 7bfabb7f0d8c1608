//! `toolwright index`: fills a collection that `get_sim_search` searches.
//!
//! Documents are embedded and kept in batches. Those that the collection has already are passed over, so that a run which was stopped
//! goes on where it was when it is started again.

mod column;
mod columns;
mod document;
mod json_lines;
mod source;

use std::{
    collections::HashSet,
    path::PathBuf,
    time::{Duration, Instant},
};

use self::{columns::columns_of, document::Document, json_lines::JsonLines, source::Source};
use super::engines::Engines;
use crate::{
    cli::{
        Failure, output,
        progress_line::{ProgressLine, bar},
    },
    data::vectors::{Record, VectorError},
};

/// How long one batch may take, its embedding included.
const PATIENCE: Duration = Duration::from_secs(300);

/// Fill a collection with documents that `get_sim_search` finds
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Documents that are there already are passed over, so that a run which was stopped can be started again.

Examples:
  toolwright index --from-db
  toolwright index documents.jsonl --collection handbook
  generate | toolwright index -")]
pub(super) struct IndexArguments {
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

/// What was done.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Tally {
    added: usize,
    passed_over: usize,
}

/// Fills the collection.
pub(super) async fn run(engines: &Engines, arguments: IndexArguments) -> Result<(), Failure> {
    let collection = arguments
        .collection
        .as_deref()
        .unwrap_or(&engines.collection);
    let mut source =
        match &arguments.file {
            Some(file) => {
                let lines = JsonLines::open(file);
                Source::Lines(lines.map_err(|error| {
                    because(format!("cannot read `{}`: {error}", file.display()))
                })?)
            }
            None => Source::listed(
                columns_of(&engines.database.database)
                    .await
                    .map_err(because)?,
            ),
        };
    let done = fill(engines, collection, &mut source, arguments.batch.into()).await;
    engines.stop().await;
    let tally = done?;
    Ok(output::print(&format!(
        "{} added to the collection `{collection}`, {} there already",
        documents(tally.added),
        tally.passed_over
    ))?)
}

async fn fill(
    engines: &Engines,
    collection: &str,
    source: &mut Source,
    size: usize,
) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let mut line = ProgressLine::new();
    loop {
        let batch = source.take(size);
        if !batch.documents.is_empty() {
            let length = batch.documents.len();
            let added = keep(engines, collection, batch.documents).await?;
            tally.added += added;
            tally.passed_over += length - added;
            let share = source
                .share()
                .map(|share| bar(share) + " ")
                .unwrap_or_default();
            line.show(&format!(
                "{share}{} added, {} there already",
                tally.added, tally.passed_over
            ));
        }
        match batch.problem {
            Some(problem) => return Err(because(problem)),
            None if batch.is_last => return Ok(tally),
            None => {}
        }
    }
}

/// Embeds and keeps the documents that are new; tells how many.
async fn keep(
    engines: &Engines,
    collection: &str,
    documents: Vec<Document>,
) -> Result<usize, Failure> {
    let deadline = Instant::now() + PATIENCE;
    let fresh = fresh(engines, collection, documents, deadline).await?;
    let texts: Vec<String> = fresh.iter().map(|document| document.text.clone()).collect();
    let vectors = engines.embedder.embed(&texts, deadline).await;
    let vectors = vectors.map_err(because)?;
    let Some(first) = vectors.first() else {
        return Ok(0);
    };
    let (store, model) = (&engines.store, engines.embedder.model());
    let made = store.create_if_missing(collection, model, first.len(), deadline);
    made.await.map_err(because)?;
    let records = fresh.into_iter().zip(vectors);
    let records = records.map(|(document, embedding)| Record {
        id: document.id,
        document: document.text,
        metadata: document.metadata,
        embedding,
    });
    let records: Vec<Record> = records.collect();
    let added = records.len();
    let kept = store.upsert(collection, model, records, deadline);
    kept.await.map_err(because)?;
    Ok(added)
}

/// The documents that the collection does not have.
async fn fresh(
    engines: &Engines,
    collection: &str,
    mut documents: Vec<Document>,
    deadline: Instant,
) -> Result<Vec<Document>, Failure> {
    let ids = documents.iter().map(|document| document.id.clone());
    let ids: Vec<String> = ids.collect();
    let known = match engines.store.known(collection, &ids, deadline).await {
        Ok(known) => known,
        Err(VectorError::NoCollection { .. }) => HashSet::new(),
        Err(error) => return Err(because(error)),
    };
    documents.retain(|document| !known.contains(&document.id));
    Ok(documents)
}

fn because(reason: impl std::fmt::Display) -> Failure {
    Failure::because(reason.to_string())
}

fn documents(count: usize) -> String {
    match count {
        1 => "1 document was".into(),
        count => format!("{count} documents were"),
    }
}
