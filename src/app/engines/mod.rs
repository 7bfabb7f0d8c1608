//! [`Engines`]: what stands behind the data tools, made from the settings. Each starts when it is first needed.

mod database;
#[cfg(not(feature = "embedded-postgres"))]
mod no_cluster;
#[cfg(not(feature = "embedded-encoder"))]
mod no_encoder;
#[cfg(not(feature = "embedded-vectors"))]
mod no_index;
mod similarity;

use std::{
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
    sync::Arc,
};

pub(super) use self::database::DatabaseEngine;
use crate::{
    config::{Config, Sources},
    data::{embedding::Embedder, vectors::VectorStore},
    server::Server,
    tools::data::{self, Embedding, SimilaritySearch},
};

/// What stands behind the data tools.
#[derive(Debug)]
pub(super) struct Engines {
    /// Where the settings were found.
    pub(super) sources: Sources,
    /// The folder of everything that is kept.
    pub(super) data_folder: PathBuf,
    /// Who turns texts into vectors.
    pub(super) embedder: Arc<dyn Embedder>,
    /// Who that is, for people.
    pub(super) embedder_place: String,
    /// Whether that is a server that was configured.
    pub(super) has_embedding_server: bool,
    /// Where documents are searched.
    pub(super) store: Arc<dyn VectorStore>,
    /// Where that is, for people.
    pub(super) store_place: String,
    /// Whether that is a server that was configured.
    pub(super) has_chroma: bool,
    /// The collection that is searched where nobody names another.
    pub(super) collection: String,
    /// The database.
    pub(super) database: DatabaseEngine,
}

impl Engines {
    /// Those that `config` names. Nothing is started yet.
    pub(super) fn new(config: &Config, program: &Path) -> Self {
        let settings = &config.engines;
        let (embedder, embedder_place) = similarity::embedder(config);
        let (store, store_place) = similarity::store(config, &embedder);
        Self {
            sources: config.sources.clone(),
            data_folder: config.data_folder.clone(),
            embedder,
            embedder_place,
            has_embedding_server: settings.embedding.server.is_some(),
            store,
            store_place,
            has_chroma: settings.vectors.server.is_some(),
            collection: settings.vectors.collection.clone(),
            database: DatabaseEngine::new(config, program),
        }
    }

    /// `server` with the data tools on these engines, which stop with it.
    pub(super) fn serve(self: Arc<Self>, server: Server, config: &Config) -> Server {
        server
            .state(Embedding(Arc::clone(&self.embedder)))
            .state(SimilaritySearch {
                store: Arc::clone(&self.store),
                collection: self.collection.clone(),
            })
            .state(self.database.queries(config))
            .tools(data::tools())
            .resources(data::resources())
            .on_stop(move |_| async move {
                self.stop().await;
                Ok::<_, std::convert::Infallible>(())
            })
    }

    /// Stops what was started.
    pub(super) async fn stop(&self) {
        self.database.stop().await;
    }

    /// Is the worker of an engine that the words name, until its work is done. Returns where they name none.
    #[cfg_attr(
        not(feature = "embedded-postgres"),
        expect(
            unused_variables,
            clippy::needless_pass_by_value,
            reason = "no engine has a worker"
        )
    )]
    pub(super) fn work(engine: &OsStr, words: impl Iterator<Item = OsString>) {
        #[cfg(feature = "embedded-postgres")]
        if engine == crate::data::postgres::cluster::WORKER {
            crate::data::postgres::cluster::work(words);
        }
    }
}
