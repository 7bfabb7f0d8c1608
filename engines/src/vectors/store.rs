//! [`VectorStore`]: what every store of vectors can do, its records, and the [`CollectionModel`]
//! that they were embedded with.

use std::{
    collections::{HashMap, HashSet},
    fmt,
    time::Instant,
};

use serde_json::{Map, Value};
use toolwright::BoxFuture;

use super::error::VectorError;
use crate::embedding::Vector;

/// The metadata of a document.
pub type Metadata = Map<String, Value>;

/// The description of a collection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CollectionInfo {
    pub name: String,
    /// The dimensions of its vectors; unknown while it is empty.
    pub dimension: Option<usize>,
    /// The model of its vectors, if it is known.
    pub model: Option<String>,
    /// The number of documents.
    pub count: usize,
}

/// A document with its vector.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// Unique in a collection.
    pub id: String,
    pub document: String,
    pub metadata: Option<Metadata>,
    pub embedding: Vector,
}

/// A document without its id and its vector.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredDocument {
    pub document: String,
    pub metadata: Option<Metadata>,
}

/// A query for the documents nearest to one or more vectors.
#[derive(Debug, Clone)]
pub struct VectorQuery {
    /// The model of the embeddings.
    pub model: String,
    /// The vectors to search for. There is one list of hits for each.
    pub embeddings: Vec<Vector>,
    /// The texts of the embeddings, or none. A store may compare their words too.
    pub texts: Vec<String>,
    /// The weight of shared words against the vectors, between 0 and 1.
    pub keyword_weight: f32,
    /// The most hits for each embedding.
    pub n_results: usize,
    /// A filter on metadata, in the syntax of ChromaDB's `where`.
    pub where_metadata: Option<Value>,
    /// A filter on the text, in the syntax of ChromaDB's `where_document`.
    pub where_document: Option<Value>,
}

/// A document that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    pub id: String,
    /// `None` if the record has no text.
    pub document: Option<String>,
    pub metadata: Option<Metadata>,
    /// The distance from the query; 0 is the nearest. It can only be compared within a collection.
    pub distance: f32,
}

/// Keeps documents and finds them by their meaning. Every method fails at its deadline.
pub trait VectorStore: fmt::Debug + Send + Sync {
    /// Returns the version of the server, if there is one.
    fn version(&self, _deadline: Instant) -> BoxFuture<'_, Result<Option<String>, VectorError>> {
        Box::pin(std::future::ready(Ok(None)))
    }

    /// The description of a collection.
    fn describe<'a>(
        &'a self,
        collection: &'a str,
        deadline: Instant,
    ) -> BoxFuture<'a, Result<CollectionInfo, VectorError>>;

    /// Finds the documents nearest to each embedding of the query, the nearest first.
    fn query<'a>(
        &'a self,
        collection: &'a str,
        query: VectorQuery,
        deadline: Instant,
    ) -> BoxFuture<'a, Result<Vec<Vec<Hit>>, VectorError>>;

    /// Creates a collection for vectors of this model, unless it exists.
    fn create_if_missing<'a>(
        &'a self,
        collection: &'a str,
        model: &'a str,
        dimension: usize,
        deadline: Instant,
    ) -> BoxFuture<'a, Result<CollectionInfo, VectorError>>;

    /// Adds records with vectors of this model, and replaces those with the same ids. They are
    /// durable when this returns.
    fn upsert<'a>(
        &'a self,
        collection: &'a str,
        model: &'a str,
        records: Vec<Record>,
        deadline: Instant,
    ) -> BoxFuture<'a, Result<(), VectorError>>;

    /// Returns the documents with these ids, as far as they exist.
    fn get_documents<'a>(
        &'a self,
        collection: &'a str,
        ids: &'a [String],
        deadline: Instant,
    ) -> BoxFuture<'a, Result<HashMap<String, StoredDocument>, VectorError>>;

    /// Returns the ids of the records whose metadata has this value under this key.
    fn ids_with<'a>(
        &'a self,
        collection: &'a str,
        key: &'a str,
        value: &'a str,
        deadline: Instant,
    ) -> BoxFuture<'a, Result<HashSet<String>, VectorError>>;

    /// Removes the records with these ids. Unknown ids are ignored.
    fn remove<'a>(
        &'a self,
        collection: &'a str,
        ids: &'a [String],
        deadline: Instant,
    ) -> BoxFuture<'a, Result<(), VectorError>>;
}

/// The embedding model that a collection was filled with, as far as it is known.
pub(super) struct CollectionModel<'a> {
    pub(super) collection: &'a str,
    pub(super) model: Option<&'a str>,
    pub(super) dimension: Option<usize>,
}

impl CollectionModel<'_> {
    /// Checks that vectors of `model` fit into the collection.
    ///
    /// A different name of the model is not an error, because the same model may have two names. It
    /// is logged if `is_first` says that it was not logged before.
    ///
    /// # Errors
    /// Returns [`VectorError::Dimension`] if the number of dimensions differs.
    pub(super) fn check(
        &self,
        model: &str,
        dimension: usize,
        is_first: impl FnOnce() -> bool,
    ) -> Result<(), VectorError> {
        if let Some(expected) = self.dimension.filter(|expected| *expected != dimension) {
            return Err(VectorError::Dimension {
                collection: self.collection.to_owned(),
                collection_model: self.model.map(ToOwned::to_owned),
                model: model.to_owned(),
                expected,
                actual: dimension,
            });
        }
        let other = self.model.filter(|own| *own != model);
        if let Some(own) = other.filter(|_| is_first()) {
            tracing::warn!(
                collection = self.collection,
                filled_with = own,
                queried_with = model,
                "the collection was filled with another model: its results may be meaningless"
            );
        }
        Ok(())
    }
}
