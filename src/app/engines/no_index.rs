//! [`NoIndex`]: stands in for the embedded index in a build without it.

use std::{
    collections::{HashMap, HashSet},
    time::Instant,
};

use toolwright::BoxFuture;
use toolwright_engines::vectors::{
    CollectionInfo, Hit, Record, StoredDocument, VectorError, VectorQuery, VectorStore,
};

/// Fails with an error that says how to configure a server.
#[derive(Debug)]
pub(super) struct NoIndex;

impl NoIndex {
    fn refuse<T: Send + 'static>() -> BoxFuture<'static, Result<T, VectorError>> {
        let why = "this build has none; configure a ChromaDB server in `CHROMADB_HOST`";
        Box::pin(std::future::ready(Err(VectorError::Missing(why))))
    }
}

impl VectorStore for NoIndex {
    fn describe<'a>(
        &'a self,
        _: &'a str,
        _: Instant,
    ) -> BoxFuture<'a, Result<CollectionInfo, VectorError>> {
        Self::refuse()
    }

    fn query<'a>(
        &'a self,
        _: &'a str,
        _: VectorQuery,
        _: Instant,
    ) -> BoxFuture<'a, Result<Vec<Vec<Hit>>, VectorError>> {
        Self::refuse()
    }

    fn create_if_missing<'a>(
        &'a self,
        _: &'a str,
        _: &'a str,
        _: usize,
        _: Instant,
    ) -> BoxFuture<'a, Result<CollectionInfo, VectorError>> {
        Self::refuse()
    }

    fn upsert<'a>(
        &'a self,
        _: &'a str,
        _: &'a str,
        _: Vec<Record>,
        _: Instant,
    ) -> BoxFuture<'a, Result<(), VectorError>> {
        Self::refuse()
    }

    fn get_documents<'a>(
        &'a self,
        _: &'a str,
        _: &'a [String],
        _: Instant,
    ) -> BoxFuture<'a, Result<HashMap<String, StoredDocument>, VectorError>> {
        Self::refuse()
    }

    fn ids_with<'a>(
        &'a self,
        _: &'a str,
        _: &'a str,
        _: &'a str,
        _: Instant,
    ) -> BoxFuture<'a, Result<HashSet<String>, VectorError>> {
        Self::refuse()
    }

    fn remove<'a>(
        &'a self,
        _: &'a str,
        _: &'a [String],
        _: Instant,
    ) -> BoxFuture<'a, Result<(), VectorError>> {
        Self::refuse()
    }
}
