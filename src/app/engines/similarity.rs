//! The embedder and the vector store: each a configured server, or embedded in this program.

use std::sync::Arc;

#[cfg(feature = "embedded-encoder")]
use toolwright_engines::embedding::EmbeddedEncoder;
#[cfg(feature = "embedded-vectors")]
use toolwright_engines::vectors::{EmbeddedIndex, Sample};
use toolwright_engines::{
    embedding::{CachedEmbedder, Embedder, OpenAiEmbedder},
    vectors::{ChromaStore, VectorStore},
};

use crate::config::Config;

/// Creates the embedder, and describes it for people.
pub(super) fn embedder(config: &Config) -> (Arc<dyn Embedder>, String) {
    let settings = &config.engines.embedding;
    let Some(options) = &settings.server else {
        return embedded_encoder(settings.cache_bytes);
    };
    let place = format!("the server at `{}`", options.url);
    let server = OpenAiEmbedder::new(options.clone());
    let remembering = CachedEmbedder::new(server, settings.cache_bytes);
    (Arc::new(remembering), place)
}

#[cfg(feature = "embedded-encoder")]
fn embedded_encoder(cache_bytes: usize) -> (Arc<dyn Embedder>, String) {
    let remembering = CachedEmbedder::new(EmbeddedEncoder::new(), cache_bytes);
    (Arc::new(remembering), "the embedded encoder".into())
}

#[cfg(not(feature = "embedded-encoder"))]
fn embedded_encoder(_: usize) -> (Arc<dyn Embedder>, String) {
    (Arc::new(super::no_encoder::NoEncoder), "none".into())
}

/// Creates the vector store, and describes it for people.
pub(super) fn store(
    config: &Config,
    embedder: &Arc<dyn Embedder>,
) -> (Arc<dyn VectorStore>, String) {
    let Some(options) = &config.engines.vectors.server else {
        return embedded_index(config, embedder);
    };
    let place = format!("ChromaDB at `{}`", options.origin());
    (Arc::new(ChromaStore::new(options.clone())), place)
}

#[cfg(feature = "embedded-vectors")]
fn embedded_index(config: &Config, embedder: &Arc<dyn Embedder>) -> (Arc<dyn VectorStore>, String) {
    let folder = config.data_folder.join("vectors");
    let place = format!("the embedded index in `{}`", folder.display());
    // The sample describes the tables of the embedded database, not those of another one.
    if config.engines.database.server.is_some() {
        return (Arc::new(EmbeddedIndex::without_sample(folder)), place);
    }
    let sample = Sample {
        collection: config.engines.vectors.collection.clone(),
        embedder: Arc::clone(embedder),
    };
    (Arc::new(EmbeddedIndex::new(folder, Some(sample))), place)
}

#[cfg(not(feature = "embedded-vectors"))]
fn embedded_index(_: &Config, _: &Arc<dyn Embedder>) -> (Arc<dyn VectorStore>, String) {
    (Arc::new(super::no_index::NoIndex), "none".into())
}
