//! [`Engines`]: what the kinds stand on.

use std::{collections::BTreeMap, env, ffi::OsString, fmt, path::PathBuf, sync::Arc};

use toolwright::Tool;
use toolwright_engines::{
    expression::Expressions,
    python::{Python, PythonLimits, PythonSettings},
    supervise::{
        run::{RunLimits, Runner},
        sandbox_policy::{SandboxMode, SandboxPolicy},
    },
};

use super::{http::HttpClients, sql::SqlEngine};
use crate::sealing::SecretKeys;

/// The engines that the kinds use. Clones share them.
#[derive(Clone)]
pub struct Engines {
    /// The built-in tools that can be served under another name.
    pub builtins: Arc<BTreeMap<String, Arc<dyn Tool>>>,
    pub(crate) expressions: Expressions,
    /// Sends the requests of `http` tools.
    pub http: Arc<HttpClients>,
    /// The keys of credentials.
    pub secrets: SecretKeys,
    /// The database of `sql` tools that name none.
    pub sql: SqlEngine,
    /// Calls the functions of `python` tools.
    pub(crate) python: Python,
    /// The databases that `sql` tools can name.
    pub(crate) databases: Arc<BTreeMap<String, SqlEngine>>,
    /// Runs the programs of `shell` tools.
    pub(crate) runner: Arc<Runner>,
    /// The folder of scripts.
    pub(crate) scripts: PathBuf,
    /// The folders in which programs are searched, in the form of the variable `PATH`.
    pub(crate) search_path: OsString,
    /// The variables that programs inherit: `PATH`, `HOME` and `LANG`.
    pub(crate) environment: Vec<(String, String)>,
}

/// What the engines of a server are made from.
pub struct EngineSettings {
    /// The binary that supervises programs.
    pub program: PathBuf,
    /// The folder of scripts.
    pub scripts: PathBuf,
    /// The folders in which programs are searched, in the form of the variable `PATH`.
    pub search_path: OsString,
    /// The Python interpreter, if it is not `python3`.
    pub interpreter: Option<String>,
    pub builtins: Vec<Arc<dyn Tool>>,
    pub expressions: Expressions,
    pub http: HttpClients,
    pub secrets: SecretKeys,
    pub sql: SqlEngine,
    pub databases: Arc<BTreeMap<String, SqlEngine>>,
}

impl Engines {
    /// Creates the engines of a server.
    pub fn new(settings: EngineSettings) -> Self {
        let named = |tool: Arc<dyn Tool>| (tool.definition().name().to_owned(), tool);
        let variable = |name: &str| Some((name.to_owned(), env::var(name).ok()?));
        let environment = ["PATH", "HOME", "LANG"].into_iter().filter_map(variable);
        let environment: Vec<_> = environment.collect();
        // Text is UTF-8 whatever the locale is.
        let utf8 = ("PYTHONUTF8".to_owned(), "1".to_owned());
        // Scripts of an admin are trusted.
        let sandbox = Arc::new(SandboxPolicy::new(SandboxMode::Off, &settings.program));
        let runner = Runner::new(&settings.program, RunLimits::default(), sandbox);
        Self {
            builtins: Arc::new(settings.builtins.into_iter().map(named).collect()),
            expressions: settings.expressions,
            http: Arc::new(settings.http),
            secrets: settings.secrets,
            sql: settings.sql,
            databases: settings.databases,
            runner: Arc::new(runner),
            python: Python::new(PythonSettings {
                program: settings.program,
                interpreter: settings.interpreter,
                search_path: settings.search_path.clone(),
                folder: settings.scripts.clone(),
                environment: environment.iter().cloned().chain([utf8]).collect(),
                limits: PythonLimits::default(),
            }),
            scripts: settings.scripts,
            search_path: settings.search_path,
            environment,
        }
    }
}

impl fmt::Debug for Engines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engines")
            .field("builtins", &self.builtins.keys())
            .field("scripts", &self.scripts)
            .finish_non_exhaustive()
    }
}
