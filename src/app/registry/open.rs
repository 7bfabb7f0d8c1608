//! [`RegistryOptions`]: opens the registry of a folder.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

use toolwright::{Tool, cli::Failure};
use toolwright_base::files;
use toolwright_engines::expression::Expressions;
use toolwright_gateway::{Gateway, ServerConfig};
use toolwright_registry::{
    EngineSettings, Engines, FileStore, HttpClients, Kinds, Registry, SecretKeys, SqlEngine,
    StoreError, read_mcp_file,
};

use super::{fresh_files, launcher::SupervisedLauncher};
use crate::{
    app::engines::Engines as AppEngines,
    config::{Config, RegistrySettings},
};

/// The file of other MCP servers, beside `tools.json`.
const MCP_SERVERS: &str = "mcp.json";
/// The definitions of other servers that were seen first, beside it.
const PINNED: &str = "mcp.lock";
/// The longest `mcp.json`, in bytes.
const MAX_SERVERS_FILE: u64 = 4 * 1024 * 1024;

/// The settings and the program that the registry is opened with.
#[derive(Debug, Clone)]
pub(in crate::app) struct RegistryOptions {
    settings: RegistrySettings,
    program: PathBuf,
    search_path: OsString,
    sql: SqlEngine,
    databases: Arc<BTreeMap<String, SqlEngine>>,
    expressions: Expressions,
    gateway: Gateway,
}

impl RegistryOptions {
    /// Takes what is needed from the settings. `program` is the `toolwright` binary.
    pub(in crate::app) fn new(
        program: &Path,
        config: &Config,
        engines: &AppEngines,
        expressions: Expressions,
    ) -> Self {
        let databases = engines.databases.iter();
        let databases = databases.map(|(name, engine)| (name.clone(), engine.sql(config)));
        let launcher = SupervisedLauncher::new(program, config.search_path.clone());
        let pinned = config.registry.folder.join(PINNED);
        Self {
            gateway: Gateway::new(launcher, Some(pinned)),
            sql: engines.database.sql(config),
            databases: Arc::new(databases.collect()),
            expressions,
            settings: config.registry.clone(),
            program: program.to_owned(),
            search_path: config.search_path.clone(),
        }
    }

    /// Returns the keys of credentials.
    pub(super) const fn secrets(&self) -> &SecretKeys {
        &self.settings.secrets
    }

    /// Returns the other MCP servers. They are not connected before the server starts.
    pub(in crate::app) const fn gateway(&self) -> &Gateway {
        &self.gateway
    }

    /// Returns the folder of `tools.json`.
    pub(super) fn folder(&self) -> &Path {
        &self.settings.folder
    }

    /// Creates the registry for a server with these tools. Nothing is read yet.
    pub(in crate::app) fn registry(&self, tools: &[Arc<dyn Tool>]) -> Registry {
        let engines = self.engines(tools);
        let store = FileStore::new(self.folder(), engines.clone());
        // Also those of tools that are switched off: a registered one would keep the server from
        // starting once they are on.
        let tools = tools.iter().cloned().chain(crate::tools::every());
        let names = tools.map(|tool| tool.definition().name().to_owned());
        Registry::new(store, engines, names)
    }

    /// Returns the engines that definitions are checked and run with.
    pub(super) fn engines(&self, tools: &[Arc<dyn Tool>]) -> Engines {
        Engines::new(EngineSettings {
            kinds: Kinds::default(),
            program: self.program.clone(),
            scripts: fresh_files::scripts(self.folder()),
            search_path: self.search_path.clone(),
            interpreter: self.settings.python.clone(),
            inherited: self.settings.inherited.clone(),
            builtins: tools.to_vec(),
            expressions: self.expressions.clone(),
            http: HttpClients::new(self.settings.private_hosts.clone()),
            gateway: Some(self.gateway.clone()),
            secrets: self.settings.secrets.clone(),
            sql: self.sql.clone(),
            databases: Arc::clone(&self.databases),
        })
    }

    /// Returns the path of `mcp.json`.
    pub(super) fn servers_file(&self) -> PathBuf {
        self.folder().join(MCP_SERVERS)
    }

    /// Returns the path of `mcp.lock`.
    pub(super) fn pinned_file(&self) -> PathBuf {
        self.folder().join(PINNED)
    }

    /// Reads `mcp.json`. One that does not exist has no servers.
    ///
    /// # Errors
    /// If it cannot be read, or is malformed.
    pub(super) fn servers(&self) -> Result<Vec<ServerConfig>, StoreError> {
        let path = self.servers_file();
        match files::read_text(&path, MAX_SERVERS_FILE) {
            Ok(text) => Ok(read_mcp_file(&path.to_string_lossy(), &text)?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(StoreError::Io { path, error }),
        }
    }

    /// Writes fresh files where nobody configured a folder and there are none, and checks `mcp.json`.
    ///
    /// # Errors
    /// If a file cannot be written or read, or `mcp.json` is malformed.
    pub(super) fn prepare(&self) -> Result<(), StoreError> {
        self.servers()?;
        if self.settings.is_configured || fresh_files::exist(self.folder()) {
            return Ok(());
        }
        fresh_files::write(self.folder())
            .map(drop)
            .map_err(|error| StoreError::Io {
                path: self.folder().to_owned(),
                error,
            })
    }

    /// Opens the registry for a command of a server with these tools.
    pub(super) async fn open(&self, tools: &[Arc<dyn Tool>]) -> Result<Registry, Failure> {
        self.prepare().map_err(failure)?;
        let registry = self.registry(tools);
        registry.reload().await.map_err(failure)?;
        Ok(registry)
    }
}

/// Converts an error of the registry into that of a command.
#[expect(clippy::needless_pass_by_value, reason = "it stands in `map_err`")]
pub(super) fn failure(error: StoreError) -> Failure {
    Failure::because(error.to_string())
}
