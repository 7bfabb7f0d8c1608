//! `get_text_embedding`: the embedding vectors of texts.

use std::sync::Arc;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use toolwright::{Context, State, ToolError, tool};
use toolwright_engines::embedding::{self, Embedder, EmbeddingError};
use toolwright_http::HttpError;

use super::deadline::deadline_of;

/// The embedder, as the state of the tools that need one.
#[derive(Debug, Clone)]
pub(crate) struct Embedding(pub(crate) Arc<dyn Embedder>);

/// An embedding vector.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(super) struct Vector(embedding::Vector);

impl JsonSchema for Vector {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Vector".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<f32>::json_schema(generator)
    }
}

/// Returns an embedding vector for each text, in the order of the texts.
///
/// All vectors have the same number of dimensions. Use it when you need the vectors themselves, for
/// instance to store or to compare them. To find documents that resemble a text, use
/// `get_sim_search`, which does both steps. No text may be empty; only the beginning of a text that is
/// too long for the model is used.
#[tool(
    title = "Embed texts",
    read_only,
    parallel,
    tags("data"),
    examples(
        "Turn this sentence into a vector.",
        "Embed these texts.",
        "Compute the embedding of 'user email column'.",
        "What does the vector for the word 'banana' look like?",
        "I want to store my texts as numbers, so as to compare their meaning myself later.",
        "Embed ['cat', 'dog', 'car'] and return the three vectors.",
        "embeddings for these lines pls",
        "For my clustering experiment I need a numeric representation of every comment.",
        "'사과'라는 단어의 임베딩 값을 구해줘",
        "이 문장들을 숫자 벡터로 만들어줘",
        "텍스트를 임베딩 벡터로 변환해줘",
    )
)]
pub(super) async fn get_text_embedding(
    context: Context,
    embedding: State<Embedding>,
    /// The texts, for instance `["user email column"]`.
    text_list: Vec<String>,
) -> Result<Vec<Vector>, ToolError> {
    let vectors = embedding.0.embed(&text_list, deadline_of(&context)).await;
    let vectors = vectors.map_err(|error| explain(error, "text_list"))?;
    Ok(vectors.into_iter().map(Vector).collect())
}

/// Explains an error of the embedder to the caller, who passed the texts in `parameter`.
pub(super) fn explain(error: EmbeddingError, parameter: &str) -> ToolError {
    match error {
        EmbeddingError::Empty { index } => ToolError::failed(format!(
            "`{parameter}[{index}]` is empty: an empty text has no embedding"
        )),
        EmbeddingError::RateLimited { retry_after, .. } => ToolError::RateLimited { retry_after },
        EmbeddingError::Http(HttpError::Timeout { .. }) => ToolError::timed_out(error.to_string()),
        #[cfg(feature = "embedded-encoder")]
        EmbeddingError::Timeout { .. } => ToolError::timed_out(error.to_string()),
        _ => ToolError::unavailable(error.to_string()).because(error),
    }
}
