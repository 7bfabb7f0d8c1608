//! A server that speaks OpenAI's [embeddings format](https://platform.openai.com/docs/api-reference/embeddings/create).

mod answer;
mod batches;
mod client;
mod complaint;

pub(crate) use client::{EmbeddingServer, ServerOptions};
