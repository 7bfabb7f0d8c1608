//! The JSON of ChromaDB's API. A [`BoundedList`] refuses more entries than a response should have.

use std::{fmt, marker::PhantomData, vec};

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{Error as _, SeqAccess, Visitor},
};
use serde_json::Value;

use crate::{embedding::Vector, vectors::store::Metadata};

/// The key of the model's name in the metadata of a collection.
pub(super) const MODEL: &str = "toolwright:model";

/// The used part of a collection.
#[derive(Debug, Deserialize)]
pub(super) struct ChromaCollection {
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
pub(super) struct ChromaErrorBody {
    pub(super) message: String,
}

/// The most entries of a list. No request asks for more documents.
pub(super) const MAX_ENTRIES: usize = 1000;

/// A list of at most [`MAX_ENTRIES`] entries. Reading a longer one fails at the first entry that
/// is too many.
#[derive(Debug)]
pub(super) struct BoundedList<T>(Vec<T>);

impl<T> Default for BoundedList<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> BoundedList<T> {
    pub(super) const fn len(&self) -> usize {
        self.0.len()
    }
}

impl<T> IntoIterator for BoundedList<T> {
    type Item = T;
    type IntoIter = vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for BoundedList<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(ListVisitor(PhantomData))
    }
}

struct ListVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ListVisitor<T> {
    type Value = BoundedList<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of at most {MAX_ENTRIES} entries")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut list = Vec::new();
        while let Some(entry) = entries.next_element()? {
            if list.len() == MAX_ENTRIES {
                return Err(A::Error::invalid_length(list.len() + 1, &self));
            }
            list.push(entry);
        }
        Ok(BoundedList(list))
    }
}
