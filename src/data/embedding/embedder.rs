//! [`Embedder`]: what turns texts into vectors.

use std::{fmt, sync::Arc, time::Instant};

use super::error::EmbeddingError;
use crate::core::BoxFuture;

/// What a text means, as numbers. Shared, since what is remembered is also given out.
pub(crate) type Vector = Arc<[f32]>;

/// Turns texts into vectors.
pub(crate) trait Embedder: fmt::Debug + Send + Sync {
    /// Which model it is. Only vectors of the same model can be compared.
    fn model(&self) -> &str;

    /// How many numbers a vector has, once that is known.
    fn dimension(&self) -> Option<usize>;

    /// How much words that a query and a document share should count beside what the model thinks, between 0 and 1: much for a model
    /// that knows few languages.
    fn keyword_weight(&self) -> f32;

    /// The vector of each text, in their order.
    ///
    /// # Errors
    /// When one of them has none, or not before `deadline`. There are vectors for all, or for none.
    fn embed<'a>(
        &'a self,
        texts: &'a [String],
        deadline: Instant,
    ) -> BoxFuture<'a, Result<Vec<Vector>, EmbeddingError>>;
}
