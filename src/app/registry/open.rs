//! [`RegistryOptions`]: opens the registry of a folder.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    path::{Path, PathBuf},
    sync::Arc,
};

use toolwright::{Tool, cli::Failure};
use toolwright_engines::expression::Expressions;
use toolwright_gateway::Gateway;
use toolwright_registry::{
    Agents, EngineSettings, Engines, FileStore, HttpClients, Kinds, PostgresPins, PostgresRegistry,
    Registry, SealedTexts, SecretKeys, Servers, ServersError, SqlEngine, StoreError,
};

use super::{database, fresh_files, launcher::SupervisedLauncher, sealed_logins::SealedLogins};
use crate::{
    app::engines::Engines as AppEngines,
    config::{Config, RegistrySettings},
};

/// The file of other MCP servers, beside `tools.json`.
const MCP_SERVERS: &str = "mcp.json";
/// The definitions of other servers that were seen first, beside it.
const PINNED: &str = "mcp.lock";
/// The logins to other servers, sealed, beside it.
const LOGINS: &str = "logins.json";

/// The settings and the program that the registry is opened with.
#[derive(Debug, Clone)]
pub(in crate::app) struct RegistryOptions {
    settings: RegistrySettings,
    /// The file of users and keys.
    access_file: PathBuf,
    program: PathBuf,
    search_path: OsString,
    sql: SqlEngine,
    databases: Arc<BTreeMap<String, SqlEngine>>,
    /// The registry in a database, if it is not in files.
    shared: Option<PostgresRegistry>,
    expressions: Expressions,
    gateway: Gateway,
    /// The other MCP servers.
    servers: Servers,
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
        let shared = database::of(&config.registry.place, engines);
        let pinned = config.registry.folder.join(PINNED);
        let gateway = match &shared {
            Some(shared) => {
                let pins = PostgresPins::new(shared.clone());
                Gateway::new(launcher, None).with_shared_pins(pins)
            }
            None => Gateway::new(launcher, Some(pinned)),
        };
        Self {
            servers: servers(&config.registry, shared.as_ref()),
            gateway: gateway.with_logins(logins(&config.registry)),
            sql: engines.database.sql(config),
            databases: Arc::new(databases.collect()),
            shared,
            expressions,
            settings: config.registry.clone(),
            access_file: config.access.file.clone(),
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

    /// Returns the logins to other MCP servers.
    pub(super) fn logins(&self) -> SealedLogins {
        logins(&self.settings)
    }

    /// Returns the folder of `tools.json`.
    pub(super) fn folder(&self) -> &Path {
        &self.settings.folder
    }

    /// Returns the file of users and keys.
    pub(super) fn access_file(&self) -> &Path {
        &self.access_file
    }

    /// Creates the registry for a server with these tools, without the agents. Nothing is read yet.
    pub(in crate::app) fn registry(&self, tools: &[Arc<dyn Tool>]) -> Registry {
        self.registries(tools).0
    }

    /// Creates the registry of tools and that of agents, for a server with these tools. Nothing is read yet.
    pub(in crate::app) fn registries(&self, tools: &[Arc<dyn Tool>]) -> (Registry, Agents) {
        let engines = self.engines(tools);
        // Also those whose service is off: the server has them anyway.
        let names = tools.iter();
        let names = names.map(|tool| tool.definition().name().to_owned());
        match &self.shared {
            Some(shared) => {
                let store = shared.tools(engines.clone());
                let agents = Agents::new(store.agents());
                (Registry::new(store, engines, names), agents)
            }
            None => {
                let agents = Agents::new(FileStore::of_agents(self.folder()));
                (
                    Registry::new(self.file_store(&engines), engines, names),
                    agents,
                )
            }
        }
    }

    /// Returns the store in the files of the folder.
    pub(super) fn file_store(&self, engines: &Engines) -> FileStore {
        FileStore::new(self.folder(), engines.clone())
    }

    /// Returns the registry in a database, if it is not in files.
    pub(in crate::app) const fn shared(&self) -> Option<&PostgresRegistry> {
        self.shared.as_ref()
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
            secrets: self.settings.tool_secrets.clone(),
            sql: self.sql.clone(),
            databases: Arc::clone(&self.databases),
        })
    }

    /// Returns the other MCP servers, as they are stored.
    pub(in crate::app) const fn servers(&self) -> &Servers {
        &self.servers
    }

    /// Returns the servers of `mcp.json`, also where others are in a database.
    pub(super) fn servers_in_file(&self) -> Servers {
        let keys = self.settings.secrets.clone();
        Servers::in_file(self.folder().join(MCP_SERVERS), keys)
    }

    /// Returns the path of `mcp.lock`.
    pub(super) fn pinned_file(&self) -> PathBuf {
        self.folder().join(PINNED)
    }

    /// Writes fresh files where nobody configured a folder and there are none, and checks `mcp.json`.
    ///
    /// # Errors
    /// If a file cannot be written or read, or `mcp.json` is malformed.
    pub(super) fn prepare(&self) -> Result<(), String> {
        if self.shared.is_some() {
            return Ok(());
        }
        self.servers.read().map_err(|error| match error {
            ServersError::Unusable(why) => self.with_hint(why),
            error => error.to_string(),
        })?;
        if self.settings.is_configured || fresh_files::exist(self.folder()) {
            return Ok(());
        }
        let written = fresh_files::write(self.folder());
        written.map(drop).map_err(|error| {
            let path = self.folder().to_owned();
            self.with_hint(StoreError::Io { path, error }.to_string())
        })
    }

    /// Adds what to set to the error of a folder that nobody has chosen, such as one in a home that does not exist.
    fn with_hint(&self, problem: String) -> String {
        match self.settings.is_configured {
            true => problem,
            false => {
                format!("{problem}; set `TOOLWRIGHT_DATA_DIR` to a folder that this user can write")
            }
        }
    }

    /// Opens the registry for a command of a server with these tools.
    pub(super) async fn open(&self, tools: &[Arc<dyn Tool>]) -> Result<Registry, Failure> {
        self.prepare().map_err(Failure::because)?;
        let registry = self.registry(tools);
        registry.reload().await.map_err(failure)?;
        Ok(registry)
    }

    /// As [`open`](Self::open), with the agents.
    pub(super) async fn open_both(
        &self,
        tools: &[Arc<dyn Tool>],
    ) -> Result<(Registry, Agents), Failure> {
        self.prepare().map_err(Failure::because)?;
        let (registry, agents) = self.registries(tools);
        registry.reload().await.map_err(failure)?;
        agents.reload().await.map_err(failure)?;
        Ok((registry, agents))
    }
}

/// Returns the other MCP servers: those of the database, or of `mcp.json`.
fn servers(settings: &RegistrySettings, shared: Option<&PostgresRegistry>) -> Servers {
    match shared {
        Some(shared) => Servers::in_database(shared.clone(), settings.tool_secrets.clone()),
        None => Servers::in_file(settings.folder.join(MCP_SERVERS), settings.secrets.clone()),
    }
}

fn logins(settings: &RegistrySettings) -> SealedLogins {
    let file = settings.folder.join(LOGINS);
    SealedLogins(SealedTexts::new(file, "login", settings.secrets.clone()))
}

/// Converts an error of `mcp.json` into that of a command.
#[expect(clippy::needless_pass_by_value, reason = "it stands in `map_err`")]
pub(super) fn because(error: ServersError) -> Failure {
    Failure::because(error.to_string())
}

/// Converts an error of the registry into that of a command.
#[expect(clippy::needless_pass_by_value, reason = "it stands in `map_err`")]
pub(super) fn failure(error: StoreError) -> Failure {
    Failure::because(error.to_string())
}
