//! `get_sim_search`: the documents that resemble a text, from a collection of a vector store.

use std::{sync::Arc, time::Instant};

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::{
    deadline::deadline_of,
    get_text_embedding::{Embedding, explain as explain_embedding},
};
use crate::{
    core::{Context, State, ToolError},
    data::vectors::{Hit, Question, VectorError, VectorStore},
    tool,
};

/// Where documents are searched.
#[derive(Debug)]
pub(crate) struct SimilaritySearch {
    /// The collections.
    pub(crate) store: Arc<dyn VectorStore>,
    /// The collection that is searched where a call names none.
    pub(crate) collection: String,
}

/// What was found, for each query.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Found {
    /// The documents, the nearest first.
    Documents(Vec<Vec<String>>),
    /// The same with what else is known of them.
    Hits(Vec<Vec<FoundDocument>>),
}

/// A document.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct FoundDocument {
    /// What tells it from others.
    id: String,
    /// Its text.
    document: String,
    /// What it can be filtered by.
    metadata: Option<Map<String, Value>>,
    /// How far it is from the query: 0 is the same.
    distance: f32,
}

/// Finds the documents of a collection that resemble each query most, and returns their texts, the nearest first, a list for each query.
///
/// Use it to find by meaning rather than by words, for instance the columns of the database that a question is about, before you write
/// SQL: the collection describes columns as `table.column TYPE meaning`. Ask for several things at once with several queries.
#[tool(title = "Search by similarity", read_only, parallel, tags("data"))]
pub(super) async fn get_sim_search(
    context: Context,
    embedding: State<Embedding>,
    search: State<SimilaritySearch>,
    /// What to look for, a text each, for instance `["user email column"]`.
    query_list: Vec<String>,
    /// How many documents to return for each query.
    #[default(3)]
    #[range(1..=1000)]
    n_results: usize,
    /// Another collection than the configured one.
    collection: Option<String>,
    /// Only documents whose metadata fit, as ChromaDB writes it: `{"table": "users"}`, `{"year": {"$gte": 2020}}`, `{"$and": […]}`.
    r#where: Option<Map<String, Value>>,
    /// Only documents whose text fits, as ChromaDB writes it: `{"$contains": "email"}`.
    where_document: Option<Map<String, Value>>,
    /// Whether to return objects with id, document, metadata and distance in place of texts.
    #[default(false)]
    include_distances: bool,
) -> Result<Found, ToolError> {
    let wanted = Wanted {
        collection: collection.as_deref().unwrap_or(&search.collection),
        n_results,
        where_metadata: r#where.map(Value::Object),
        where_document: where_document.map(Value::Object),
        deadline: deadline_of(&context),
    };
    let found = search.find(&embedding, query_list, wanted).await?;
    Ok(if include_distances {
        Found::Hits(each(found, FoundDocument::from))
    } else {
        Found::Documents(each(found, |hit| hit.document))
    })
}

/// What is wanted of each query.
struct Wanted<'a> {
    collection: &'a str,
    n_results: usize,
    where_metadata: Option<Value>,
    where_document: Option<Value>,
    deadline: Instant,
}

impl SimilaritySearch {
    /// The nearest documents for each query.
    async fn find(
        &self,
        embedding: &Embedding,
        queries: Vec<String>,
        wanted: Wanted<'_>,
    ) -> Result<Vec<Vec<Hit>>, ToolError> {
        let embedder = &embedding.0;
        let embeddings = embedder.embed(&queries, wanted.deadline).await;
        let embeddings = embeddings.map_err(|error| explain_embedding(&error, "query_list"))?;
        if embeddings.is_empty() {
            return Ok(Vec::new());
        }
        let question = Question {
            model: embedder.model().to_owned(),
            embeddings,
            texts: queries,
            word_share: embedder.word_share(),
            n_results: wanted.n_results,
            where_metadata: wanted.where_metadata,
            where_document: wanted.where_document,
        };
        let found = self
            .store
            .query(wanted.collection, question, wanted.deadline);
        found.await.map_err(|error| explain(&error))
    }
}

fn each<T>(found: Vec<Vec<Hit>>, of: impl Fn(Hit) -> T) -> Vec<Vec<T>> {
    let of_one = |hits: Vec<Hit>| hits.into_iter().map(&of).collect();
    found.into_iter().map(of_one).collect()
}

impl From<Hit> for FoundDocument {
    fn from(hit: Hit) -> Self {
        Self {
            id: hit.id,
            document: hit.document,
            metadata: hit.metadata,
            distance: hit.distance,
        }
    }
}

/// What a caller can do about an error of the store.
fn explain(error: &VectorError) -> ToolError {
    match error {
        VectorError::NoCollection { .. } => ToolError::failed(format!(
            "{error}; `toolwright index` fills one, and `CHROMADB_COLLECTION_NAME` says which is searched"
        )),
        _ if error.is_of_the_caller() => ToolError::failed(error.to_string()),
        _ => ToolError::unavailable(error.to_string()),
    }
}
