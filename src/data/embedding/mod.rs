//! Texts as vectors: an [`Embedder`] gives texts that mean the same vectors that point the same way.
//!
//! There are two: [`OpenAiEmbedder`] asks a server that speaks OpenAI's format, and `EmbeddedEncoder` runs a small English model
//! inside of this process. Either stands behind a [`CachedEmbedder`], which sends no text twice that it still knows, and refuses texts
//! with nothing in them.
//!
//! What both do with the edges: no texts give no vectors, without asking anybody. A text without a visible character is refused, with
//! its place in the list: no model has a meaning for it, and most servers refuse it with a message that names no text. A text that is
//! too long for the model is the model's business: a server answers as it will, the embedded encoder reads the first 128 tokens.

mod cache;
mod cached_embedder;
#[cfg(feature = "embedded-encoder")]
mod embedded_encoder;
mod embedder;
mod error;
mod openai;
#[cfg(test)]
mod tests;

pub(crate) use cached_embedder::CachedEmbedder;
#[cfg(feature = "embedded-encoder")]
pub(crate) use embedded_encoder::EmbeddedEncoder;
pub(crate) use embedder::{Embedder, Vector};
pub(crate) use error::EmbeddingError;
pub(crate) use openai::{OpenAiEmbedder, OpenAiOptions};
