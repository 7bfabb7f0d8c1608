//! [`VectorStore`]: what keeps documents and finds them by their meaning.

use std::{
    collections::{HashMap, HashSet},
    fmt,
    time::Instant,
};

use serde_json::{Map, Value};

use super::error::VectorError;
use crate::{core::BoxFuture, data::embedding::Vector};

/// What is said about a document beside its text.
pub(crate) type Metadata = Map<String, Value>;

/// What is known of a collection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CollectionInfo {
    /// Its name.
    pub(crate) name: String,
    /// How many numbers its vectors have; not known while it is empty.
    pub(crate) dimension: Option<usize>,
    /// The model that its vectors are of, if that was written down.
    pub(crate) model: Option<String>,
    /// How many documents it has.
    pub(crate) count: usize,
}

/// A document with its vector.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Record {
    /// One record of a collection has it: another with the same takes its place.
    pub(crate) id: String,
    /// The text.
    pub(crate) document: String,
    /// What is said about it.
    pub(crate) metadata: Option<Metadata>,
    /// What it means.
    pub(crate) embedding: Vector,
}

/// A document as it is kept.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct StoredDocument {
    /// The text.
    pub(crate) document: String,
    /// What is said about it.
    pub(crate) metadata: Option<Metadata>,
}

/// Questions that are asked together.
#[derive(Debug, Clone)]
pub(crate) struct VectorQuery {
    /// The model that the vectors are of.
    pub(crate) model: String,
    /// What is looked for, a vector a question.
    pub(crate) embeddings: Vec<Vector>,
    /// The same in words, as many or none: where the store looks at words too.
    #[cfg_attr(
        not(feature = "embedded-vectors"),
        expect(dead_code, reason = "ChromaDB compares vectors alone")
    )]
    pub(crate) texts: Vec<String>,
    /// How much shared words count beside the vectors, between 0 and 1.
    #[cfg_attr(
        not(feature = "embedded-vectors"),
        expect(dead_code, reason = "ChromaDB compares vectors alone")
    )]
    pub(crate) keyword_weight: f32,
    /// How many documents are wanted for each.
    pub(crate) n_results: usize,
    /// Only documents whose metadata passes, as ChromaDB's `where` says it.
    pub(crate) where_metadata: Option<Value>,
    /// Only documents whose text passes, as ChromaDB's `where_document` says it.
    pub(crate) where_document: Option<Value>,
}

/// A document that was found.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Hit {
    /// The record's name.
    pub(crate) id: String,
    /// The text. It is empty where the record has none, so that there are as many texts as records.
    pub(crate) document: String,
    /// What is said about it.
    pub(crate) metadata: Option<Metadata>,
    /// How far it is from the question: 0 is the nearest. Only to be compared within one collection.
    pub(crate) distance: f32,
}

/// Keeps documents and finds them by their meaning. What it does ends at the deadline, with an error.
pub(crate) trait VectorStore: fmt::Debug + Send + Sync {
    /// The version of the server that has the collections, where there is one.
    fn version(&self, _deadline: Instant) -> BoxFuture<'_, Result<Option<String>, VectorError>> {
        Box::pin(std::future::ready(Ok(None)))
    }

    /// What is known of a collection.
    fn describe<'a>(
        &'a self,
        collection: &'a str,
        deadline: Instant,
    ) -> BoxFuture<'a, Result<CollectionInfo, VectorError>>;

    /// The documents nearest to each question, nearest first. Where the collection has fewer, all of them.
    fn query<'a>(
        &'a self,
        collection: &'a str,
        question: VectorQuery,
        deadline: Instant,
    ) -> BoxFuture<'a, Result<Vec<Vec<Hit>>, VectorError>>;

    /// Makes the collection for vectors of this model, unless it is there.
    fn create_if_missing<'a>(
        &'a self,
        collection: &'a str,
        model: &'a str,
        dimension: usize,
        deadline: Instant,
    ) -> BoxFuture<'a, Result<CollectionInfo, VectorError>>;

    /// Adds records with vectors of this model, in the place of those with the same id. When it returns, they are kept.
    fn upsert<'a>(
        &'a self,
        collection: &'a str,
        model: &'a str,
        records: Vec<Record>,
        deadline: Instant,
    ) -> BoxFuture<'a, Result<(), VectorError>>;

    /// What the collection has under these ids: what need not be added again.
    fn get_documents<'a>(
        &'a self,
        collection: &'a str,
        ids: &'a [String],
        deadline: Instant,
    ) -> BoxFuture<'a, Result<HashMap<String, StoredDocument>, VectorError>>;

    /// The ids of the records whose metadata has this value under this key.
    fn ids_with<'a>(
        &'a self,
        collection: &'a str,
        key: &'a str,
        value: &'a str,
        deadline: Instant,
    ) -> BoxFuture<'a, Result<HashSet<String>, VectorError>>;

    /// Takes records out. When it returns, they are gone; those that were not there do no harm.
    fn remove<'a>(
        &'a self,
        collection: &'a str,
        ids: &'a [String],
        deadline: Instant,
    ) -> BoxFuture<'a, Result<(), VectorError>>;
}
