//! [`OpenAiEmbedder`]: a server with OpenAI's
//! [embeddings API](https://platform.openai.com/docs/api-reference/embeddings/create).

mod openai_embedder;
mod response;

pub use openai_embedder::{OpenAiEmbedder, OpenAiOptions};
