//! [`Chroma`]: collections of a ChromaDB server.

use std::{
    collections::HashSet,
    sync::{Arc, OnceLock},
    time::Instant,
};

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use reqwest::StatusCode;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::json;

use super::{
    connection::Connection,
    handle::{Handle, Handles},
    options::ChromaOptions,
    wire::{Checks, Collection, Found, Get, Got, MODEL, NewCollection, Query, Upsert},
};
use crate::{
    core::BoxFuture,
    data::vectors::{
        error::VectorError,
        store::{CollectionInfo, Hit, Question, Record, VectorStore},
    },
};

/// How many questions go into one request: many long vectors would be more than the server takes.
const MOST_QUESTIONS: usize = 64;
/// How many requests of one call are on their way at a time.
const AT_ONCE: usize = 4;
/// How many records go into one request. Servers allow more, but each request has to fit into their memory and into the deadline.
const MOST_RECORDS: usize = 1000;

const INCLUDE: &[&str] = &["documents", "metadatas", "distances"];

/// A ChromaDB server.
#[derive(Debug)]
pub(crate) struct Chroma {
    connection: Connection,
    handles: Handles,
    most_records: OnceLock<usize>,
}

impl Chroma {
    /// Connects only when it is first asked.
    pub(crate) fn new(options: ChromaOptions) -> Self {
        Self {
            connection: Connection::new(options),
            handles: Handles::default(),
            most_records: OnceLock::new(),
        }
    }

    async fn look_up(&self, name: &str, deadline: Instant) -> Result<Arc<Handle>, VectorError> {
        let url = self
            .connection
            .options()
            .url_in_database(&["collections", name]);
        match self.connection.get::<Collection>(url, deadline).await {
            Ok(collection) => Ok(self.handles.insert(name, collection)),
            Err(error) => {
                self.handles.remove(name);
                Err(self.or_missing(error, name))
            }
        }
    }

    /// Asks a collection by its id. When the id does not fit any more, once more by the id that the name has now.
    async fn ask<T: DeserializeOwned>(
        &self,
        name: &str,
        action: &str,
        body: &(impl Serialize + Sync),
        fits: impl Fn(&Handle) -> Result<(), VectorError>,
        deadline: Instant,
    ) -> Result<T, VectorError> {
        if let Some(handle) = self.handles.get(name)
            && fits(&handle).is_ok()
        {
            let outcome = self.post(&handle, action, body, deadline).await;
            match outcome {
                Err(VectorError::Status {
                    status: StatusCode::NOT_FOUND | StatusCode::BAD_REQUEST,
                    ..
                }) => {}
                outcome => return outcome,
            }
        }
        let handle = self.look_up(name, deadline).await?;
        fits(&handle)?;
        let outcome = self.post(&handle, action, body, deadline).await;
        outcome.map_err(|error| self.or_missing(error, name))
    }

    async fn post<T: DeserializeOwned>(
        &self,
        handle: &Handle,
        action: &str,
        body: &(impl Serialize + Sync),
        deadline: Instant,
    ) -> Result<T, VectorError> {
        let place = ["collections", &handle.id, action];
        let url = self.connection.options().url_in_database(&place);
        self.connection.post(url, body, deadline).await
    }

    fn or_missing(&self, error: VectorError, name: &str) -> VectorError {
        match error {
            VectorError::Status {
                status: StatusCode::NOT_FOUND,
                ..
            } => VectorError::NoCollection {
                collection: name.to_owned(),
                place: Some(self.connection.options().place()),
            },
            error => error,
        }
    }

    async fn info(&self, name: &str, deadline: Instant) -> Result<CollectionInfo, VectorError> {
        let handle = self.look_up(name, deadline).await?;
        let place = ["collections", &handle.id, "count"];
        let url = self.connection.options().url_in_database(&place);
        let count = self.connection.get(url, deadline).await;
        Ok(CollectionInfo {
            name: name.to_owned(),
            dimension: handle.dimension,
            model: handle.model.clone(),
            count: count.map_err(|error| self.or_missing(error, name))?,
        })
    }

    async fn find(
        &self,
        name: &str,
        question: &Question,
        deadline: Instant,
    ) -> Result<Vec<Vec<Hit>>, VectorError> {
        let mut asking = Vec::new();
        for embeddings in question.embeddings.chunks(MOST_QUESTIONS) {
            let query = Query {
                query_embeddings: embeddings,
                n_results: question.n_results,
                where_metadata: question.where_metadata.as_ref(),
                where_document: question.where_document.as_ref(),
                include: INCLUDE,
            };
            asking.push(self.find_some(name, query, &question.model, deadline));
        }
        let found: Vec<Vec<Vec<Hit>>> =
            stream::iter(asking).buffered(AT_ONCE).try_collect().await?;
        Ok(found.into_iter().flatten().collect())
    }

    async fn find_some(
        &self,
        name: &str,
        query: Query<'_>,
        model: &str,
        deadline: Instant,
    ) -> Result<Vec<Vec<Hit>>, VectorError> {
        let dimensions = query.query_embeddings.iter().map(|vector| vector.len());
        let dimensions: HashSet<usize> = dimensions.collect();
        let fits = |handle: &Handle| {
            let mut dimensions = dimensions.iter();
            dimensions.try_for_each(|dimension| handle.check(model, *dimension))
        };
        let found: Found = self.ask(name, "query", &query, fits, deadline).await?;
        hits(found, query.query_embeddings.len())
    }

    async fn create(
        &self,
        name: &str,
        model: &str,
        deadline: Instant,
    ) -> Result<CollectionInfo, VectorError> {
        match self.info(name, deadline).await {
            Err(VectorError::NoCollection { .. }) => {}
            outcome => return outcome,
        }
        let collection = NewCollection {
            name,
            // Somebody else may be making it too.
            get_or_create: true,
            metadata: json!({ MODEL: model }),
            configuration: json!({"hnsw": {"space": "cosine"}}),
        };
        let url = self.connection.options().url_in_database(&["collections"]);
        let _made: Collection = self.connection.post(url, &collection, deadline).await?;
        self.info(name, deadline).await
    }

    async fn add(
        &self,
        name: &str,
        model: &str,
        records: &[Record],
        deadline: Instant,
    ) -> Result<(), VectorError> {
        let most = self.most_records(deadline).await?;
        for records in records.chunks(most) {
            let upsert = Upsert {
                ids: records.iter().map(|record| &*record.id).collect(),
                embeddings: records.iter().map(|record| &*record.embedding).collect(),
                documents: records.iter().map(|record| &*record.document).collect(),
                metadatas: records
                    .iter()
                    .map(|record| record.metadata.as_ref().filter(|data| !data.is_empty()))
                    .collect(),
            };
            let dimension = records.first().map_or(0, |record| record.embedding.len());
            let fits = |handle: &Handle| handle.check(model, dimension);
            let _done: serde_json::Value =
                self.ask(name, "upsert", &upsert, fits, deadline).await?;
        }
        Ok(())
    }

    /// How many records the server takes at once, which it is asked once.
    async fn most_records(&self, deadline: Instant) -> Result<usize, VectorError> {
        if let Some(most) = self.most_records.get() {
            return Ok(*most);
        }
        let url = self.connection.options().url(&["pre-flight-checks"]);
        let checks: Checks = self.connection.get(url, deadline).await?;
        let most = checks.max_batch_size.clamp(1, MOST_RECORDS);
        Ok(*self.most_records.get_or_init(|| most))
    }

    async fn find_known(
        &self,
        name: &str,
        ids: &[String],
        deadline: Instant,
    ) -> Result<HashSet<String>, VectorError> {
        let mut known = HashSet::new();
        for ids in ids.chunks(MOST_RECORDS) {
            let get = Get { ids, include: [] };
            let got: Got = self.ask(name, "get", &get, |_| Ok(()), deadline).await?;
            known.extend(got.ids);
        }
        Ok(known)
    }
}

/// The documents that were found for each question.
fn hits(found: Found, questions: usize) -> Result<Vec<Vec<Hit>>, VectorError> {
    if found.ids.len() != questions {
        let message = format!("{} lists for {questions} questions", found.ids.len());
        return Err(VectorError::Answer(message));
    }
    let mut documents = found.documents.unwrap_or_default().into_iter();
    let mut metadatas = found.metadatas.unwrap_or_default().into_iter();
    let mut distances = found.distances.unwrap_or_default().into_iter();
    let lists = found.ids.into_iter().map(|ids| {
        let mut documents = documents.next().unwrap_or_default().into_iter();
        let mut metadatas = metadatas.next().unwrap_or_default().into_iter();
        let mut distances = distances.next().unwrap_or_default().into_iter();
        let hit = |id| Hit {
            id,
            document: documents.next().flatten().unwrap_or_default(),
            metadata: metadatas.next().flatten(),
            distance: distances.next().flatten().unwrap_or_default(),
        };
        ids.into_iter().map(hit).collect()
    });
    Ok(lists.collect())
}

impl VectorStore for Chroma {
    fn version(&self, deadline: Instant) -> BoxFuture<'_, Result<Option<String>, VectorError>> {
        Box::pin(async move {
            let url = self.connection.options().url(&["version"]);
            self.connection.get(url, deadline).await.map(Some)
        })
    }

    fn describe<'a>(
        &'a self,
        collection: &'a str,
        deadline: Instant,
    ) -> BoxFuture<'a, Result<CollectionInfo, VectorError>> {
        Box::pin(self.info(collection, deadline))
    }

    fn query<'a>(
        &'a self,
        collection: &'a str,
        question: Question,
        deadline: Instant,
    ) -> BoxFuture<'a, Result<Vec<Vec<Hit>>, VectorError>> {
        Box::pin(async move { self.find(collection, &question, deadline).await })
    }

    fn create_if_missing<'a>(
        &'a self,
        collection: &'a str,
        model: &'a str,
        // The server learns it from the first record.
        _dimension: usize,
        deadline: Instant,
    ) -> BoxFuture<'a, Result<CollectionInfo, VectorError>> {
        Box::pin(self.create(collection, model, deadline))
    }

    fn upsert<'a>(
        &'a self,
        collection: &'a str,
        model: &'a str,
        records: Vec<Record>,
        deadline: Instant,
    ) -> BoxFuture<'a, Result<(), VectorError>> {
        Box::pin(async move { self.add(collection, model, &records, deadline).await })
    }

    fn known<'a>(
        &'a self,
        collection: &'a str,
        ids: &'a [String],
        deadline: Instant,
    ) -> BoxFuture<'a, Result<HashSet<String>, VectorError>> {
        Box::pin(self.find_known(collection, ids, deadline))
    }
}
