//! Tests of embedders, with servers in this process and one with a real model.

#[path = "../../../../tests/it/harness/embedding_server.rs"]
pub(crate) mod embedding_server;
mod failures;
mod real_model;
mod requests;

use std::time::{Duration, Instant};

use toolwright_http::ApiKey;

use self::embedding_server::EmbeddingServer as TestServer;
use super::{CachedEmbedder, Embedder, EmbeddingError, OpenAiEmbedder, OpenAiOptions, Vector};

const KEY: &str = "s3cret-key";
const LONG: Duration = Duration::from_secs(60);

fn options(server: &TestServer) -> OpenAiOptions {
    OpenAiOptions {
        key: ApiKey::parse(KEY),
        ..options_of(&server.url(), "bge-m3-ko")
    }
}

fn options_of(url: &str, model: &str) -> OpenAiOptions {
    OpenAiOptions {
        url: url.parse().unwrap(),
        model: model.to_owned(),
        key: None,
        batch: 64,
    }
}

fn embedder(server: &TestServer) -> CachedEmbedder<OpenAiEmbedder> {
    CachedEmbedder::new(OpenAiEmbedder::new(options(server)), 32 << 20)
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

async fn embed(
    embedder: &impl Embedder,
    texts: &[String],
) -> Result<Vec<Vec<f32>>, EmbeddingError> {
    let vectors = embedder.embed(texts, Instant::now() + LONG).await?;
    Ok(vectors
        .iter()
        .map(|vector: &Vector| vector.to_vec())
        .collect())
}

/// The vectors that the server's answers have.
fn expected(texts: &[String]) -> Vec<Vec<f32>> {
    let vector = |text: &String| embedding_server::vector(text, embedding_server::DIMENSION);
    texts.iter().map(vector).collect()
}
