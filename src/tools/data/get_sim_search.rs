//! `get_sim_search`: the documents of a collection that resemble a text.

use std::{sync::Arc, time::Instant};

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use toolwright::{Context, State, ToolError, tool};
use toolwright_engines::vectors::{Hit, VectorError, VectorQuery, VectorStore};

use super::{
    deadline::deadline_of,
    get_text_embedding::{Embedding, explain as explain_embedding},
};

/// The vector store, as the state of the tool.
#[derive(Debug)]
pub(crate) struct SimilaritySearch {
    pub(crate) store: Arc<dyn VectorStore>,
    /// The collection that is searched if a call names none.
    pub(crate) collection: String,
}

/// The results, a list for each query.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Found {
    /// The texts of the documents, the nearest first.
    Documents(Vec<Vec<String>>),
    /// The documents with their ids, metadata and distances, the nearest first.
    Hits(Vec<Vec<FoundDocument>>),
}

/// A document that was found.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct FoundDocument {
    /// The id of the document in its collection.
    id: String,
    /// The text of the document, or `null` if the record has none.
    document: Option<String>,
    /// The metadata, which `where` filters by.
    metadata: Option<Map<String, Value>>,
    /// The distance from the query; 0 means equal.
    distance: f32,
}

/// Finds the documents of a collection that are most similar to each query.
///
/// Returns their texts, the nearest first, in one list for each query. Use it to search by meaning
/// rather than by words, for instance for the columns of the database that a question is about, before
/// you write SQL: the collection describes columns as `table.column TYPE meaning`. Search for several
/// things at once with several queries. A record without a text is left out; with `include_distances`
/// its `document` is `null`.
#[tool(
    title = "Search by similarity",
    read_only,
    parallel,
    tags("data"),
    examples(
        "Find entries that mean something like this.",
        "Which columns of the database are about email addresses?",
        "Search the collection for texts similar to 'late delivery complaint'.",
        "Which table columns mean something like 'date of birth'?",
        "I don't know the right keyword, but entries with the same meaning should be found.",
        "Find the 5 nearest documents to 'refund policy', with their distances.",
        "semantic search for 'angry customer'",
        "Before I write the SQL, I need to know which columns could hold the customer's phone.",
        "'배송 지연 불만'과 뜻이 가까운 문서를 다섯 개 찾아줘",
        "생년월일을 뜻하는 컬럼이 어느 건지 의미로 검색해줘",
        "비슷한 문서를 찾아줘",
        "의미가 유사한 항목 검색",
    )
)]
pub(super) async fn get_sim_search(
    context: Context,
    embedding: State<Embedding>,
    search: State<SimilaritySearch>,
    /// The texts to search for, for instance `["user email column"]`.
    query_list: Vec<String>,
    /// How many documents to return for each query.
    #[default(3)]
    #[range(1..=1000)]
    n_results: usize,
    /// The collection to search instead of the configured one.
    collection: Option<String>,
    /// Only documents whose metadata matches this ChromaDB filter: `{"table": "users"}`,
    /// `{"year": {"$gte": 2020}}`, `{"$and": […]}`.
    r#where: Option<Map<String, Value>>,
    /// Only documents whose text matches this ChromaDB filter: `{"$contains": "email"}`.
    where_document: Option<Map<String, Value>>,
    /// Whether to return objects with id, document, metadata and distance instead of texts.
    #[default(false)]
    include_distances: bool,
) -> Result<Found, ToolError> {
    let options = QueryOptions {
        collection: collection.as_deref().unwrap_or(&search.collection),
        n_results,
        where_metadata: r#where.map(Value::Object),
        where_document: where_document.map(Value::Object),
        deadline: deadline_of(&context),
    };
    let found = search.find(&embedding, query_list, options).await?;
    Ok(if include_distances {
        let of_one = |hits: Vec<Hit>| hits.into_iter().map(FoundDocument::from).collect();
        Found::Hits(found.into_iter().map(of_one).collect())
    } else {
        Found::Documents(found.into_iter().map(texts).collect())
    })
}

/// The options that all queries of a call share.
struct QueryOptions<'a> {
    collection: &'a str,
    n_results: usize,
    where_metadata: Option<Value>,
    where_document: Option<Value>,
    deadline: Instant,
}

impl SimilaritySearch {
    /// Returns the nearest documents for each query.
    async fn find(
        &self,
        embedding: &Embedding,
        queries: Vec<String>,
        options: QueryOptions<'_>,
    ) -> Result<Vec<Vec<Hit>>, ToolError> {
        let embedder = &embedding.0;
        let embeddings = embedder.embed(&queries, options.deadline).await;
        let embeddings = embeddings.map_err(|error| explain_embedding(error, "query_list"))?;
        if embeddings.is_empty() {
            return Ok(Vec::new());
        }
        let question = VectorQuery {
            model: embedder.model().to_owned(),
            embeddings,
            texts: queries,
            keyword_weight: embedder.keyword_weight(),
            n_results: options.n_results,
            where_metadata: options.where_metadata,
            where_document: options.where_document,
        };
        let found = self
            .store
            .query(options.collection, question, options.deadline);
        found.await.map_err(explain)
    }
}

/// Returns the texts of the hits that have one.
fn texts(hits: Vec<Hit>) -> Vec<String> {
    hits.into_iter().filter_map(|hit| hit.document).collect()
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

/// Explains an error of the store to the caller.
fn explain(error: VectorError) -> ToolError {
    match error {
        VectorError::NoCollection { .. } => ToolError::failed(format!(
            "{error}: run `toolwright index --from-db` to fill it with the columns of the database, or `toolwright index FILE`; \
             `CHROMADB_COLLECTION_NAME` selects the one that is searched"
        )),
        _ if error.is_timeout() => ToolError::timed_out(error.to_string()),
        _ if error.is_caller_error() => ToolError::failed(error.to_string()),
        _ => ToolError::unavailable(error.to_string()).because(error),
    }
}
