//! [`Engines`]: the engines behind the data tools, built from the settings.
//!
//! Each is a configured server or embedded in this program, and starts when it is first used. Builds
//! without an embedded engine have a stand-in (`no_cluster`, `no_encoder`, `no_index`) whose error
//! says how to configure a server.

mod database;
#[cfg(not(feature = "embedded-postgres"))]
mod no_cluster;
#[cfg(not(feature = "embedded-encoder"))]
mod no_encoder;
#[cfg(not(feature = "embedded-vectors"))]
mod no_index;
mod similarity;

use std::{
    collections::BTreeMap,
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
    sync::Arc,
};

use toolwright::Server;
use toolwright_engines::{
    embedding::Embedder, supervise::sandbox_policy::SandboxPolicy, vectors::VectorStore,
};

pub(super) use self::database::DatabaseEngine;
use crate::{
    choice::Chooser,
    config::{Config, OAuthSettings, SettingsSummary},
    tools::data::{self, Embedding, SimilaritySearch},
};

/// The engines behind the data tools.
#[derive(Debug)]
pub(super) struct Engines {
    pub(super) summary: SettingsSummary,
    pub(super) data_folder: PathBuf,
    pub(super) embedder: Arc<dyn Embedder>,
    /// Which embedder it is, for people.
    pub(super) embedder_place: String,
    pub(super) has_embedding_server: bool,
    /// Which tools fit a task.
    pub(super) chooser: Chooser,
    pub(super) store: Arc<dyn VectorStore>,
    /// Which store it is, for people.
    pub(super) store_place: String,
    pub(super) has_chroma: bool,
    /// The collection that is searched if a call names none.
    pub(super) collection: String,
    pub(super) database: DatabaseEngine,
    /// Further databases for `sql` tools, by their names.
    pub(super) databases: BTreeMap<String, DatabaseEngine>,
    pub(super) has_search: bool,
    /// The authorization server, which the doctor asks for its keys.
    pub(super) oauth: Option<OAuthSettings>,
    pub(super) sandbox: SandboxPolicy,
    /// Whether agents may run code.
    pub(super) executes_code: bool,
}

impl Engines {
    /// Creates the engines that `config` names. None is started yet.
    pub(super) fn new(config: &Config, program: &Path) -> Self {
        let settings = &config.engines;
        let (embedder, embedder_place) = similarity::embedder(config);
        let (store, store_place) = similarity::store(config, &embedder);
        Self {
            summary: config.summary.clone(),
            data_folder: config.data_folder.clone(),
            chooser: Chooser::new(
                Arc::clone(&embedder),
                config.data_folder.join("choice").join("vectors"),
            ),
            embedder,
            embedder_place,
            has_embedding_server: settings.embedding.server.is_some(),
            store,
            store_place,
            has_chroma: settings.vectors.server.is_some(),
            collection: settings.vectors.collection.clone(),
            database: DatabaseEngine::new(config, program),
            databases: DatabaseEngine::named(config),
            has_search: config.search.is_some(),
            oauth: config.access.oauth.clone(),
            sandbox: SandboxPolicy::new(config.code_sandbox, program),
            executes_code: config.code_execution,
        }
    }

    /// Adds the data tools to `server`. The engines stop with it.
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

    /// Stops the engines that were started.
    pub(super) async fn stop(&self) {
        self.database.stop().await;
        for database in self.databases.values() {
            database.stop().await;
        }
    }

    /// Runs the worker of an engine until its work is done. Returns if no engine has this worker.
    #[cfg_attr(
        not(feature = "embedded-postgres"),
        expect(
            unused_variables,
            clippy::needless_pass_by_value,
            reason = "no engine has a worker"
        )
    )]
    pub(super) fn run_worker(role: &OsStr, words: impl Iterator<Item = OsString>) {
        #[cfg(feature = "embedded-postgres")]
        if toolwright_engines::postgres::cluster::ROLE.is_named(role) {
            toolwright_engines::postgres::cluster::work(words);
        }
    }
}
