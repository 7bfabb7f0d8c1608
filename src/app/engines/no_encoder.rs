//! [`NoEncoder`]: stands in for the embedded encoder in a build without it.

use std::time::Instant;

use toolwright::BoxFuture;
use toolwright_engines::embedding::{Embedder, EmbeddingError, Vector};

/// Fails with an error that says how to configure a server.
#[derive(Debug)]
pub(super) struct NoEncoder;

impl Embedder for NoEncoder {
    fn model(&self) -> &str {
        "none"
    }

    fn dimension(&self) -> Option<usize> {
        None
    }

    fn keyword_weight(&self) -> f32 {
        0.0
    }

    fn embed<'a>(
        &'a self,
        _: &'a [String],
        _: Instant,
    ) -> BoxFuture<'a, Result<Vec<Vector>, EmbeddingError>> {
        let why = "this build has none; configure a server in `TEXT_EMBEDDING_MODEL_URL`";
        Box::pin(std::future::ready(Err(EmbeddingError::Encoder(why.into()))))
    }
}
