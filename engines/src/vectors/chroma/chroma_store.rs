//! [`ChromaStore`]: the collections of a ChromaDB server.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, OnceLock},
    time::Instant,
};

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use reqwest::StatusCode;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::json;
use toolwright::BoxFuture;
use toolwright_http::RequestLimits;

use super::{
    collection_handle::{CollectionCache, CollectionHandle},
    connection::{ChromaConnection, limits},
    options::ChromaOptions,
    wire::{ChromaCollection, CreateRequest, MODEL, QueryRequest, QueryResponse},
};
use crate::vectors::{
    error::VectorError,
    store::{CollectionInfo, Hit, Record, StoredDocument, VectorQuery, VectorStore},
};

/// The most embeddings of one request. Servers limit the size of a request.
const MAX_EMBEDDINGS: usize = 64;
/// How many requests of one query are sent at a time.
const AT_ONCE: usize = 4;

/// The longest version of a server that an error repeats, in characters.
const MAX_VERSION: usize = 40;

const INCLUDE: &[&str] = &["documents", "metadatas", "distances"];

/// The collections of a ChromaDB server.
#[derive(Debug)]
pub struct ChromaStore {
    pub(super) connection: ChromaConnection,
    collections: CollectionCache,
    /// The most records that the server accepts in one request, once it was asked.
    pub(super) max_records: OnceLock<usize>,
}

impl ChromaStore {
    /// Creates a store that connects when it is first used.
    pub fn new(options: ChromaOptions) -> Self {
        Self {
            connection: ChromaConnection::new(options),
            collections: CollectionCache::default(),
            max_records: OnceLock::new(),
        }
    }

    async fn look_up(
        &self,
        name: &str,
        deadline: Instant,
    ) -> Result<Arc<CollectionHandle>, VectorError> {
        let url = self
            .connection
            .options()
            .url_in_database(&["collections", name]);
        match self.connection.get::<ChromaCollection>(url, deadline).await {
            Ok(collection) => Ok(self.collections.insert(name, collection)),
            Err(error) => {
                self.collections.remove(name);
                let error = self.or_no_collection(error, name);
                Err(self.or_too_old(error, deadline).await)
            }
        }
    }

    /// Replaces the error of a missing collection if the server lacks the whole API, as servers
    /// before 0.6 do: they answer every path of it with 404.
    async fn or_too_old(&self, error: VectorError, deadline: Instant) -> VectorError {
        if !matches!(error, VectorError::NoCollection { .. }) {
            return error;
        }
        let options = self.connection.options();
        let version = self
            .connection
            .get::<String>(options.url(&["version"]), deadline);
        match version.await {
            Err(VectorError::Status {
                status: StatusCode::NOT_FOUND,
                ..
            }) => {
                let first = options.url_in_first_api(&["version"]);
                let version = self.connection.get::<String>(first, deadline).await;
                VectorError::TooOld {
                    origin: options.origin(),
                    version: version
                        .ok()
                        .map(|text| text.chars().take(MAX_VERSION).collect()),
                }
            }
            _ => error,
        }
    }

    /// Sends a request to a collection by its cached id. If the server refuses the id, looks up the
    /// name and sends the request once more.
    pub(super) async fn send<T: DeserializeOwned>(
        &self,
        name: &str,
        action: &str,
        body: &(impl Serialize + Sync),
        fits: impl Fn(&CollectionHandle) -> Result<(), VectorError>,
        limits: RequestLimits,
    ) -> Result<T, VectorError> {
        if let Some(handle) = self.collections.get(name)
            && fits(&handle).is_ok()
        {
            let outcome = self.post(&handle, action, body, limits).await;
            match outcome {
                Err(VectorError::Status {
                    status: StatusCode::NOT_FOUND | StatusCode::BAD_REQUEST,
                    ..
                }) => {}
                outcome => return outcome,
            }
        }
        let handle = self.look_up(name, limits.deadline).await?;
        fits(&handle)?;
        let outcome = self.post(&handle, action, body, limits).await;
        outcome.map_err(|error| self.or_no_collection(error, name))
    }

    async fn post<T: DeserializeOwned>(
        &self,
        handle: &CollectionHandle,
        action: &str,
        body: &(impl Serialize + Sync),
        limits: RequestLimits,
    ) -> Result<T, VectorError> {
        let place = ["collections", &handle.id, action];
        let url = self.connection.options().url_in_database(&place);
        self.connection.post(url, body, limits).await
    }

    fn or_no_collection(&self, error: VectorError, name: &str) -> VectorError {
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
            count: count.map_err(|error| self.or_no_collection(error, name))?,
        })
    }

    async fn find(
        &self,
        name: &str,
        query: &VectorQuery,
        deadline: Instant,
    ) -> Result<Vec<Vec<Hit>>, VectorError> {
        let mut requests = Vec::new();
        for embeddings in query.embeddings.chunks(MAX_EMBEDDINGS) {
            let request = QueryRequest {
                query_embeddings: embeddings,
                n_results: query.n_results,
                where_metadata: query.where_metadata.as_ref(),
                where_document: query.where_document.as_ref(),
                include: INCLUDE,
            };
            requests.push(self.find_some(name, request, &query.model, deadline));
        }
        let found: Vec<Vec<Vec<Hit>>> = stream::iter(requests)
            .buffered(AT_ONCE)
            .try_collect()
            .await?;
        Ok(found.into_iter().flatten().collect())
    }

    async fn find_some(
        &self,
        name: &str,
        request: QueryRequest<'_>,
        model: &str,
        deadline: Instant,
    ) -> Result<Vec<Vec<Hit>>, VectorError> {
        let dimensions = request.query_embeddings.iter().map(|vector| vector.len());
        let dimensions: HashSet<usize> = dimensions.collect();
        let fits = |handle: &CollectionHandle| {
            let mut dimensions = dimensions.iter();
            dimensions.try_for_each(|dimension| handle.check(model, *dimension))
        };
        let embeddings = request.query_embeddings.len();
        let limits = limits(embeddings * request.n_results, deadline);
        let found: QueryResponse = self.send(name, "query", &request, fits, limits).await?;
        hits(found, embeddings, request.n_results)
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
        let collection = CreateRequest {
            name,
            // Another process may create it at the same time.
            get_or_create: true,
            metadata: json!({ MODEL: model }),
            configuration: json!({"hnsw": {"space": "cosine"}}),
        };
        let url = self.connection.options().url_in_database(&["collections"]);
        let limits = limits(0, deadline);
        let _created: ChromaCollection = self.connection.post(url, &collection, limits).await?;
        self.info(name, deadline).await
    }
}

/// Returns the documents that were found for each embedding.
fn hits(
    found: QueryResponse,
    embeddings: usize,
    n_results: usize,
) -> Result<Vec<Vec<Hit>>, VectorError> {
    if found.ids.len() != embeddings {
        let message = format!(
            "{} lists of results for {embeddings} embeddings",
            found.ids.len()
        );
        return Err(VectorError::Response(message));
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
            document: documents.next().flatten(),
            metadata: metadatas.next().flatten(),
            distance: distances.next().flatten().unwrap_or_default(),
        };
        ids.into_iter().take(n_results).map(hit).collect()
    });
    Ok(lists.collect())
}

impl VectorStore for ChromaStore {
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
        query: VectorQuery,
        deadline: Instant,
    ) -> BoxFuture<'a, Result<Vec<Vec<Hit>>, VectorError>> {
        Box::pin(async move { self.find(collection, &query, deadline).await })
    }

    fn create_if_missing<'a>(
        &'a self,
        collection: &'a str,
        model: &'a str,
        // The server takes it from the first record.
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

    fn get_documents<'a>(
        &'a self,
        collection: &'a str,
        ids: &'a [String],
        deadline: Instant,
    ) -> BoxFuture<'a, Result<HashMap<String, StoredDocument>, VectorError>> {
        Box::pin(self.find_documents(collection, ids, deadline))
    }

    fn ids_with<'a>(
        &'a self,
        collection: &'a str,
        key: &'a str,
        value: &'a str,
        deadline: Instant,
    ) -> BoxFuture<'a, Result<HashSet<String>, VectorError>> {
        Box::pin(self.find_ids(collection, key, value, deadline))
    }

    fn remove<'a>(
        &'a self,
        collection: &'a str,
        ids: &'a [String],
        deadline: Instant,
    ) -> BoxFuture<'a, Result<(), VectorError>> {
        Box::pin(self.delete_records(collection, ids, deadline))
    }
}
