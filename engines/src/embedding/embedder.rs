//! [`Embedder`]: turns texts into vectors.

use std::{fmt, sync::Arc, time::Instant};

use toolwright::BoxFuture;

use super::error::EmbeddingError;

/// The embedding of a text. It is shared with the cache.
pub type Vector = Arc<[f32]>;

/// Turns texts into vectors.
pub trait Embedder: fmt::Debug + Send + Sync {
    /// Returns the name of the model. Only vectors of the same model can be compared.
    fn model(&self) -> &str;

    /// Returns the dimensions of a vector, once they are known.
    fn dimension(&self) -> Option<usize>;

    /// Returns the weight of shared words against the vectors in a search, between 0 and 1. It is
    /// high for a model that knows few languages.
    fn keyword_weight(&self) -> f32;

    /// Embeds the texts, and returns their vectors in the same order.
    ///
    /// # Errors
    /// If one of them cannot be embedded before `deadline`.
    fn embed<'a>(
        &'a self,
        texts: &'a [String],
        deadline: Instant,
    ) -> BoxFuture<'a, Result<Vec<Vector>, EmbeddingError>>;
}
