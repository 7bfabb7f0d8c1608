//! Embeddings: an [`Embedder`] turns texts into vectors. Texts with a similar meaning have vectors
//! with a similar direction; `vectors` stores them and compares them.
//!
//! There are two embedders:
//! - [`OpenAiEmbedder`] uses a server with OpenAI's API.
//! - `EmbeddedEncoder` runs a small English model inside of this process. It is the default.
//!
//! Both are wrapped in a [`CachedEmbedder`], which caches vectors and refuses empty texts: no model
//! has an embedding for them, and most servers refuse them with a message that does not name the
//! text. A text that is too long is up to the model. A server responds as it likes; the embedded
//! encoder reads the first 128 tokens.

mod cached_embedder;
#[cfg(feature = "embedded-encoder")]
mod embedded_encoder;
mod embedder;
mod openai;
#[cfg(test)]
mod tests;

pub use cached_embedder::CachedEmbedder;
#[cfg(feature = "embedded-encoder")]
pub use embedded_encoder::EmbeddedEncoder;
pub use embedder::{Embedder, EmbeddingError, Vector};
pub use openai::{OpenAiEmbedder, OpenAiOptions};
