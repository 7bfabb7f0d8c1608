//! The records of a collection: [`ChromaStore`] adds, looks up and deletes them.

use std::{
    collections::{HashMap, HashSet},
    time::Instant,
};

use serde_json::{Value, json};

use super::{
    chroma_store::ChromaStore,
    collection_handle::CollectionHandle,
    connection::limits,
    wire::{DeleteRequest, GetRequest, GetResponse, MAX_ENTRIES, PreFlightChecks, UpsertRequest},
};
use crate::vectors::{
    error::VectorError,
    store::{Record, StoredDocument},
};

/// The most records of one request. Servers accept more, but a request must fit into their memory
/// and into the deadline.
const MAX_RECORDS: usize = MAX_ENTRIES;

impl ChromaStore {
    /// Adds records, and replaces those with the same ids.
    pub(super) async fn add(
        &self,
        name: &str,
        model: &str,
        records: &[Record],
        deadline: Instant,
    ) -> Result<(), VectorError> {
        let most = self.max_records(deadline).await?;
        for records in records.chunks(most) {
            let upsert = UpsertRequest {
                ids: records.iter().map(|record| &*record.id).collect(),
                embeddings: records.iter().map(|record| &*record.embedding).collect(),
                documents: records.iter().map(|record| &*record.document).collect(),
                metadatas: records
                    .iter()
                    .map(|record| record.metadata.as_ref().filter(|data| !data.is_empty()))
                    .collect(),
            };
            let dimension = records.first().map_or(0, |record| record.embedding.len());
            let fits = |handle: &CollectionHandle| handle.check(model, dimension);
            let _done: Value = self
                .send(name, "upsert", &upsert, fits, limits(0, deadline))
                .await?;
        }
        Ok(())
    }

    /// Returns the most records that the server accepts in one request. It is asked once.
    async fn max_records(&self, deadline: Instant) -> Result<usize, VectorError> {
        if let Some(most) = self.max_records.get() {
            return Ok(*most);
        }
        let url = self.connection.options().url(&["pre-flight-checks"]);
        let checks: PreFlightChecks = self.connection.get(url, deadline).await?;
        let most = checks.max_batch_size.clamp(1, MAX_RECORDS);
        Ok(*self.max_records.get_or_init(|| most))
    }

    /// Returns the documents with these ids, as far as they exist.
    pub(super) async fn find_documents(
        &self,
        name: &str,
        ids: &[String],
        deadline: Instant,
    ) -> Result<HashMap<String, StoredDocument>, VectorError> {
        let mut stored = HashMap::new();
        for ids in ids.chunks(MAX_RECORDS) {
            let get = GetRequest {
                ids: Some(ids),
                where_metadata: None,
                limit: ids.len(),
                offset: 0,
                include: &["documents", "metadatas"],
            };
            let limits = limits(ids.len(), deadline);
            let got: GetResponse = self.send(name, "get", &get, |_| Ok(()), limits).await?;
            let mut documents = got.documents.unwrap_or_default().into_iter();
            let mut metadatas = got.metadatas.unwrap_or_default().into_iter();
            stored.extend(got.ids.into_iter().map(|id| {
                let document = documents.next().flatten().unwrap_or_default();
                let metadata = metadatas.next().flatten();
                (id, StoredDocument { document, metadata })
            }));
        }
        Ok(stored)
    }

    /// Returns the ids of the records whose metadata has this value under this key.
    pub(super) async fn find_ids(
        &self,
        name: &str,
        key: &str,
        value: &str,
        deadline: Instant,
    ) -> Result<HashSet<String>, VectorError> {
        let mut found = HashSet::new();
        for offset in (0..).step_by(MAX_RECORDS) {
            let get = GetRequest {
                ids: None,
                where_metadata: Some(json!({ key: value })),
                limit: MAX_RECORDS,
                offset,
                include: &[],
            };
            let limits = limits(MAX_RECORDS, deadline);
            let got: GetResponse = self.send(name, "get", &get, |_| Ok(()), limits).await?;
            let is_last = got.ids.len() < MAX_RECORDS;
            found.extend(got.ids);
            if is_last {
                break;
            }
        }
        Ok(found)
    }

    /// Deletes the records with these ids.
    pub(super) async fn delete_records(
        &self,
        name: &str,
        ids: &[String],
        deadline: Instant,
    ) -> Result<(), VectorError> {
        for ids in ids.chunks(MAX_RECORDS) {
            let delete = DeleteRequest { ids };
            let _done: Value = self
                .send(name, "delete", &delete, |_| Ok(()), limits(0, deadline))
                .await?;
        }
        Ok(())
    }
}
