//! The bodies of requests and responses.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::bounded_list::BoundedList;
use crate::{embedding::Vector, vectors::store::Metadata};

/// The key of the model's name in the metadata of a collection.
pub(super) const MODEL: &str = "toolwright:model";

/// The used part of a collection.
#[derive(Debug, Deserialize)]
pub(super) struct Collection {
    pub(super) id: String,
    pub(super) dimension: Option<usize>,
    pub(super) metadata: Option<Metadata>,
}

#[derive(Debug, Serialize)]
pub(super) struct CreateRequest<'a> {
    pub(super) name: &'a str,
    pub(super) get_or_create: bool,
    pub(super) metadata: Value,
    pub(super) configuration: Value,
}

#[derive(Debug, Serialize)]
pub(super) struct QueryRequest<'a> {
    pub(super) query_embeddings: &'a [Vector],
    pub(super) n_results: usize,
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub(super) where_metadata: Option<&'a Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) where_document: Option<&'a Value>,
    pub(super) include: &'static [&'static str],
}

type Lists<T> = BoundedList<BoundedList<T>>;

/// A list for each embedding, with an entry for each document.
#[derive(Debug, Deserialize)]
pub(super) struct QueryResponse {
    pub(super) ids: Lists<String>,
    pub(super) documents: Option<Lists<Option<String>>>,
    pub(super) metadatas: Option<Lists<Option<Metadata>>>,
    pub(super) distances: Option<Lists<Option<f32>>>,
}

#[derive(Debug, Serialize)]
pub(super) struct UpsertRequest<'a> {
    pub(super) ids: Vec<&'a str>,
    pub(super) embeddings: Vec<&'a [f32]>,
    pub(super) documents: Vec<&'a str>,
    pub(super) metadatas: Vec<Option<&'a Metadata>>,
}

#[derive(Debug, Serialize)]
pub(super) struct GetRequest<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ids: Option<&'a [String]>,
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub(super) where_metadata: Option<Value>,
    pub(super) limit: usize,
    pub(super) offset: usize,
    pub(super) include: &'static [&'static str],
}

/// An entry for each record, in the lists that were asked for.
#[derive(Debug, Deserialize)]
pub(super) struct GetResponse {
    pub(super) ids: BoundedList<String>,
    pub(super) documents: Option<BoundedList<Option<String>>>,
    pub(super) metadatas: Option<BoundedList<Option<Metadata>>>,
}

#[derive(Debug, Serialize)]
pub(super) struct DeleteRequest<'a> {
    pub(super) ids: &'a [String],
}

#[derive(Debug, Deserialize)]
pub(super) struct PreFlightChecks {
    pub(super) max_batch_size: usize,
}

/// The body of an error.
#[derive(Debug, Deserialize)]
pub(super) struct ErrorBody {
    pub(super) message: String,
}
