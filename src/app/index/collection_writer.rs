//! [`CollectionWriter`]: writes documents to a collection, one batch at a time.

use std::{
    collections::{HashMap, HashSet},
    fmt,
    time::{Duration, Instant},
};

use toolwright::cli::{
    Failure,
    progress_line::{ProgressLine, bar},
};
use toolwright_engines::vectors::{Record, StoredDocument, VectorError};

use super::{column_documents::FROM_DB, document::Document, document_source::DocumentSource};
use crate::app::engines::Engines;

/// The time limit of one batch, including its embedding.
const TIMEOUT: Duration = Duration::from_secs(300);

/// How many documents of the collection were changed.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Changes {
    pub(super) added: usize,
    pub(super) changed: usize,
    pub(super) removed: usize,
    pub(super) unchanged: usize,
}

impl fmt::Display for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} added", self.added)?;
        for (count, what) in [(self.changed, "changed"), (self.removed, "removed")] {
            if count > 0 {
                write!(f, ", {count} {what}")?;
            }
        }
        write!(f, ", {} unchanged", self.unchanged)
    }
}

/// Writes documents to a collection.
#[derive(Debug, Clone, Copy)]
pub(super) struct CollectionWriter<'a> {
    pub(super) engines: &'a Engines,
    pub(super) collection: &'a str,
    /// How many documents are written at once.
    pub(super) batch: usize,
}

impl CollectionWriter<'_> {
    /// Writes all documents of `source`.
    pub(super) async fn write_all(self, source: &mut DocumentSource) -> Result<Changes, Failure> {
        let mut changes = Changes::default();
        let mut line = ProgressLine::default();
        loop {
            let batch = source.take(self.batch);
            if !batch.documents.is_empty() {
                self.write(batch.documents, &mut changes).await?;
                let share = source.share().map(|share| bar(share) + " ");
                line.show(&format!("{}{changes}", share.unwrap_or_default()));
            }
            match batch.problem {
                Some(problem) => return Err(Failure::because(problem)),
                None if batch.is_last => return Ok(changes),
                None => {}
            }
        }
    }

    /// Removes the documents of columns of `database` that are not among `columns`, and returns how
    /// many there were.
    pub(super) async fn remove_others(
        self,
        database: &str,
        columns: &HashSet<String>,
    ) -> Result<usize, Failure> {
        let (store, deadline) = (&self.engines.store, Instant::now() + TIMEOUT);
        let known = store.ids_with(self.collection, FROM_DB, database, deadline);
        let known = known.await.map_err(because)?;
        let gone: Vec<String> = known.difference(columns).cloned().collect();
        if !gone.is_empty() {
            let removed = store.remove(self.collection, &gone, deadline);
            removed.await.map_err(because)?;
        }
        Ok(gone.len())
    }

    /// Embeds and stores the documents that are new or changed.
    async fn write(
        self,
        mut documents: Vec<Document>,
        changes: &mut Changes,
    ) -> Result<(), Failure> {
        let deadline = Instant::now() + TIMEOUT;
        let stored = self.stored(&documents, deadline).await?;
        let all = documents.len();
        documents.retain(|document| {
            let stored = stored.get(&document.id);
            stored.is_none_or(|stored| !document.is_stored_as(stored))
        });
        let is_there = |document: &&Document| stored.contains_key(&document.id);
        let changed = documents.iter().filter(is_there).count();
        let kept = documents.len();
        self.upsert(documents, deadline).await?;
        changes.added += kept - changed;
        changes.changed += changed;
        changes.unchanged += all - kept;
        Ok(())
    }

    /// Returns the stored documents with the ids of these documents.
    async fn stored(
        self,
        documents: &[Document],
        deadline: Instant,
    ) -> Result<HashMap<String, StoredDocument>, Failure> {
        let ids = documents.iter().map(|document| document.id.clone());
        let ids: Vec<String> = ids.collect();
        let store = &self.engines.store;
        match store.get_documents(self.collection, &ids, deadline).await {
            Err(VectorError::NoCollection { .. }) => Ok(HashMap::new()),
            stored => stored.map_err(because),
        }
    }

    async fn upsert(self, documents: Vec<Document>, deadline: Instant) -> Result<(), Failure> {
        let texts = documents.iter().map(|document| document.text.clone());
        let texts: Vec<String> = texts.collect();
        let embedder = &self.engines.embedder;
        let vectors = embedder.embed(&texts, deadline).await.map_err(because)?;
        let Some(first) = vectors.first() else {
            return Ok(());
        };
        let (store, model) = (&self.engines.store, embedder.model());
        let made = store.create_if_missing(self.collection, model, first.len(), deadline);
        made.await.map_err(because)?;
        let records = documents.into_iter().zip(vectors);
        let record = |(document, embedding): (Document, _)| Record {
            id: document.id,
            document: document.text,
            metadata: document.metadata,
            embedding,
        };
        let kept = store.upsert(
            self.collection,
            model,
            records.map(record).collect(),
            deadline,
        );
        kept.await.map_err(because)
    }
}

pub(super) fn because(reason: impl fmt::Display) -> Failure {
    Failure::because(reason.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_zero_are_left_out() {
        let mut changes = Changes {
            added: 2,
            unchanged: 7,
            ..Changes::default()
        };
        assert_eq!(changes.to_string(), "2 added, 7 unchanged");
        changes.changed = 1;
        changes.removed = 3;
        assert_eq!(
            changes.to_string(),
            "2 added, 1 changed, 3 removed, 7 unchanged"
        );
    }
}
