//! [`RegistryOptions`]: opens the registry of a folder.

use std::{
    collections::BTreeMap,
    env,
    ffi::OsString,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::fresh_files;
use crate::{
    app::engines::Engines as AppEngines,
    cli::Failure,
    config::{Config, RegistrySettings},
    core::Tool,
    data::{
        expression::Expressions,
        python::{Python, PythonLimits, PythonSettings},
        supervise::{
            run::{RunLimits, Runner},
            sandbox_policy::{SandboxMode, SandboxPolicy},
        },
    },
    registry::{Engines, FileStore, HttpClients, Registry, SecretKeys, SqlEngine, StoreError},
};

/// The settings and the program that the registry is opened with.
#[derive(Debug, Clone)]
pub(in crate::app) struct RegistryOptions {
    settings: RegistrySettings,
    program: PathBuf,
    search_path: OsString,
    sql: SqlEngine,
    databases: Arc<BTreeMap<String, SqlEngine>>,
    expressions: Expressions,
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
        Self {
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

    /// Returns the folder of `tools.json`.
    pub(super) fn folder(&self) -> &Path {
        &self.settings.folder
    }

    /// Creates the registry for a server with these tools. Nothing is read yet.
    pub(in crate::app) fn registry(&self, tools: &[Arc<dyn Tool>]) -> Registry {
        let engines = self.engines(tools);
        let store = FileStore::new(self.folder(), engines.clone());
        let names = tools.iter().map(|tool| tool.definition().name().to_owned());
        Registry::new(store, engines, names)
    }

    /// Returns the engines that definitions are checked and run with.
    pub(super) fn engines(&self, tools: &[Arc<dyn Tool>]) -> Engines {
        let named = |tool: &Arc<dyn Tool>| (tool.definition().name().to_owned(), Arc::clone(tool));
        let variable = |name: &str| Some((name.to_owned(), env::var(name).ok()?));
        let scripts = fresh_files::scripts(self.folder());
        let environment: Vec<_> = ["PATH", "HOME", "LANG"]
            .into_iter()
            .filter_map(variable)
            .collect();
        // Scripts of an admin are trusted.
        let sandbox = Arc::new(SandboxPolicy::new(SandboxMode::Off, &self.program));
        Engines {
            builtins: Arc::new(tools.iter().map(named).collect()),
            http: Arc::new(HttpClients::new(self.settings.private_hosts.clone())),
            secrets: self.settings.secrets.clone(),
            sql: self.sql.clone(),
            databases: Arc::clone(&self.databases),
            expressions: self.expressions.clone(),
            runner: Arc::new(Runner::new(&self.program, RunLimits::default(), sandbox)),
            python: self.python(&scripts, &environment),
            scripts,
            environment,
            search_path: self.search_path.clone(),
        }
    }

    /// Returns the engine of `python` tools.
    fn python(&self, scripts: &Path, environment: &[(String, String)]) -> Python {
        // Text is UTF-8 whatever the locale is.
        let utf8 = ("PYTHONUTF8".to_owned(), "1".to_owned());
        Python::new(PythonSettings {
            program: self.program.clone(),
            interpreter: self.settings.python.clone(),
            search_path: self.search_path.clone(),
            folder: scripts.to_owned(),
            environment: environment.iter().cloned().chain([utf8]).collect(),
            limits: PythonLimits::default(),
        })
    }

    /// Writes fresh files where nobody configured a folder and there are none.
    pub(super) fn prepare(&self) -> Result<(), StoreError> {
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
