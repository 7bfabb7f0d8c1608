//! Embeddings and vectors: a configured server each, or what is inside of this program.

use std::sync::Arc;

use url::ParseError;

#[cfg(feature = "embedded-encoder")]
use crate::data::embedding::EmbeddedEncoder;
#[cfg(feature = "embedded-vectors")]
use crate::data::vectors::{EmbeddedIndex, Sample};
use crate::{
    config::{ChromaServer, Config, TokenPlace},
    data::{
        embedding::{Embedder, EmbeddingServer, Remembering, ServerOptions},
        vectors::{Chroma, ChromaOptions, TokenHeader, VectorStore},
    },
    server::{Error, Result},
};

/// Who turns texts into vectors, and who that is for people.
pub(super) fn embedder(config: &Config) -> (Arc<dyn Embedder>, String) {
    let settings = &config.embedding;
    let Some(server) = &settings.server else {
        return embedded_encoder(settings.cache_bytes);
    };
    let mut options = ServerOptions::new(server.url.clone(), server.model.clone());
    options.key.clone_from(&server.key);
    options.batch = settings.batch;
    let asked = EmbeddingServer::new(options);
    let remembering = Remembering::new(asked, settings.cache_bytes);
    (
        Arc::new(remembering),
        format!("the server at `{}`", server.url),
    )
}

#[cfg(feature = "embedded-encoder")]
fn embedded_encoder(cache_bytes: usize) -> (Arc<dyn Embedder>, String) {
    let remembering = Remembering::new(EmbeddedEncoder::new(), cache_bytes);
    (Arc::new(remembering), "the embedded encoder".into())
}

#[cfg(not(feature = "embedded-encoder"))]
fn embedded_encoder(_: usize) -> (Arc<dyn Embedder>, String) {
    (Arc::new(super::no_encoder::NoEncoder), "none".into())
}

/// Where documents are searched, and where that is for people.
///
/// # Errors
/// When the configured host is none.
pub(super) fn store(
    config: &Config,
    embedder: &Arc<dyn Embedder>,
) -> Result<(Arc<dyn VectorStore>, String)> {
    let Some(server) = &config.vectors.server else {
        return Ok(embedded_index(config, embedder));
    };
    let place = format!("ChromaDB at `{}:{}`", server.host, server.port);
    let options = options(server).map_err(|error| {
        let host = &server.host;
        Error::Usage(format!(
            "`CHROMADB_HOST` is `{host}`: a name or an address is wanted ({error})"
        ))
    })?;
    Ok((Arc::new(Chroma::new(options)), place))
}

fn options(server: &ChromaServer) -> std::result::Result<ChromaOptions, ParseError> {
    let token = server.token.as_ref().map(|(place, key)| {
        let header = match place {
            TokenPlace::Authorization => TokenHeader::Authorization,
            TokenPlace::ChromaToken => TokenHeader::ChromaToken,
        };
        (header, key.clone())
    });
    let mut options = ChromaOptions::new(&server.host, server.port, server.tls)?;
    options.tenant.clone_from(&server.tenant);
    options.database.clone_from(&server.database);
    options.token = token;
    Ok(options)
}

#[cfg(feature = "embedded-vectors")]
fn embedded_index(config: &Config, embedder: &Arc<dyn Embedder>) -> (Arc<dyn VectorStore>, String) {
    let folder = config.data_folder.join("vectors");
    let place = format!("the embedded index in `{}`", folder.display());
    let sample = Sample {
        collection: config.vectors.collection.clone(),
        embedder: Arc::clone(embedder),
    };
    (Arc::new(EmbeddedIndex::new(folder, Some(sample))), place)
}

#[cfg(not(feature = "embedded-vectors"))]
fn embedded_index(_: &Config, _: &Arc<dyn Embedder>) -> (Arc<dyn VectorStore>, String) {
    (Arc::new(super::no_index::NoIndex), "none".into())
}
