//! [`FileRegistry`]: the registry of a folder, for any server.

use std::{
    env,
    ffi::OsString,
    fmt,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use tokio::task::JoinHandle;
use toolwright::{
    BoxFuture, Tool,
    catalog::{Change, ToolSource},
};
use toolwright_engines::{
    expression::{self, ExpressionLimits, Expressions},
    postgres::{
        Address, ConnectError, Database, DatabaseOptions, Endpoint, QueryLimits, StatementChecker,
    },
    supervise::{launch, role, run::supervisor, service, this_program},
};

use super::{
    kinds::{EngineSettings, Engines, HttpClients, Kinds, SqlEngine},
    registry::Registry,
    sealing::SecretKeys,
    store::{FileStore, StoreError},
};

/// The tools that a `tools.json` defines, for any server. They change while the server runs, when
/// somebody edits the file.
///
/// `docs/registry.md` describes the file. The types `expression`, `http`, `python` and `shell` work as
/// in the `toolwright` binary; there are no built-in tools for `builtin`, and no database for `sql`.
/// [`open_with`](Self::open_with) takes other [kinds](crate::kinds) of tools.
/// A tool whose name another tool of the server has is logged and left out.
/// Scripts are in the folder `tools` beside the file, `TOOLWRIGHT_PYTHON` names their interpreter. Credentials are sealed with the key in
/// the file `secret.key` in the folder, which is made when it is first needed: keep it out of version
/// control.
///
/// ```standalone_crate
/// use toolwright::prelude::*;
/// use toolwright_registry::FileRegistry;
///
/// /// Adds two numbers.
/// #[tool]
/// async fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// fn main() -> Result<(), Box<dyn std::error::Error>> {
///     // Expressions and scripts run in child processes, which are this program.
///     FileRegistry::run_worker();
///     tokio::runtime::Runtime::new()?.block_on(serve())
/// }
///
/// async fn serve() -> Result<(), Box<dyn std::error::Error>> {
///     # let folder = std::env::temp_dir().join(format!("toolwright-doc-{}", std::process::id()));
///     # std::fs::create_dir_all(&folder)?;
///     std::fs::write(
///         folder.join("tools.json"),
///         r#"[{"name": "triple", "type": "expression", "description": "Triples a number.",
///              "config": {"expression": "number * 3"},
///              "parameters": [{"name": "number", "type": "number"}]}]"#,
///     )?;
///     let registry = FileRegistry::open(&folder).await?;
///     let server = Server::new("sums").tools(tools![add]).source(registry);
///     let client = server.client().await?;
///     let tripled = client.call("triple", serde_json::json!({"number": 5})).await?;
///     assert_eq!(tripled.joined_text(), "15");
///     # client.close().await?;
///     # std::fs::remove_dir_all(folder)?;
///     Ok(())
/// }
/// ```
#[derive(Clone)]
pub struct FileRegistry {
    registry: Registry,
    _following: Arc<Following>,
}

impl fmt::Debug for FileRegistry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FileRegistry").field(&self.registry).finish()
    }
}

/// The error of opening a registry: all problems of its file, or the error of the system.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct RegistryError(#[from] OpenError);

#[derive(Debug, thiserror::Error)]
enum OpenError {
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Without this error each worker would start workers of its own.
    #[error(
        "this process is a worker of a registry: call `FileRegistry::run_worker()` first in `main`"
    )]
    Worker,
}

/// Follows the file until it is dropped.
struct Following(JoinHandle<()>);

impl Drop for Following {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl FileRegistry {
    /// Opens the registry in `folder`, and follows its `tools.json` as long as the registry exists.
    ///
    /// A later edit with a mistake changes nothing, and is logged.
    ///
    /// # Errors
    /// If there is no `tools.json`, or if there is a mistake in it, or in a process that should have
    /// become a worker in [`run_worker`](Self::run_worker).
    pub async fn open(folder: impl Into<PathBuf>) -> Result<Self, RegistryError> {
        Self::open_with(folder, Kinds::default()).await
    }

    /// Opens the registry in `folder` as [`open`](Self::open) does, for tools of these kinds.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub async fn open_with(
        folder: impl Into<PathBuf>,
        kinds: Kinds,
    ) -> Result<Self, RegistryError> {
        if is_worker(env::args_os().skip(1)) {
            return Err(OpenError::Worker.into());
        }
        let folder = folder.into();
        let engines = Engines::in_folder(&folder, kinds);
        let store = FileStore::new(folder, engines.clone());
        let registry = Registry::new(store, engines, []);
        registry.ask_scripts();
        registry.reload().await.map_err(OpenError::Store)?;
        registry.mark_seen().await;
        let followed = registry.clone();
        let following = tokio::spawn(async move { followed.follow().await });
        Ok(Self {
            registry,
            _following: Arc::new(Following(following)),
        })
    }

    /// Runs the worker that this process was started as, and exits. Returns at once in a process that
    /// is no worker.
    ///
    /// Call it first in `main`: the registry starts this program as a child process to evaluate
    /// expressions and to run scripts.
    pub fn run_worker() {
        let mut words = env::args_os().skip(1);
        if words.next().is_none_or(|word| word != role::WORKER) {
            return;
        }
        match words.next() {
            Some(role) if expression::sandbox::ROLE.is_named(&role) => {
                expression::sandbox::run(words.next())
            }
            Some(role) if supervisor::ROLE.is_named(&role) => supervisor::run(),
            Some(role) if service::supervisor::ROLE.is_named(&role) => service::supervisor::run(),
            Some(role) if launch::ROLE.is_named(&role) => launch::run(words),
            _ => {}
        }
    }
}

impl ToolSource for FileRegistry {
    fn tools(&self) -> Vec<Arc<dyn Tool>> {
        self.registry.tools()
    }

    fn changed(&self) -> BoxFuture<'_, Change> {
        self.registry.changed()
    }
}

/// Returns whether a process with these arguments was started to be a worker.
fn is_worker(mut words: impl Iterator<Item = OsString>) -> bool {
    let roles = [
        expression::sandbox::ROLE,
        supervisor::ROLE,
        service::supervisor::ROLE,
        launch::ROLE,
    ];
    words.next().is_some_and(|word| word == role::WORKER)
        && words
            .next()
            .is_some_and(|name| roles.iter().any(|role| role.is_named(&name)))
}

impl Engines {
    /// Creates the engines of a [`FileRegistry`] in `folder`: without built-in tools and without a
    /// database. Nothing is read or started.
    pub fn in_folder(folder: &Path, kinds: Kinds) -> Self {
        let program = this_program();
        Self::new(EngineSettings {
            kinds,
            scripts: folder.join("tools"),
            search_path: env::var_os("PATH").unwrap_or_default(),
            interpreter: env::var("TOOLWRIGHT_PYTHON").ok(),
            inherited: ["PATH", "HOME", "LANG"].map(str::to_owned).into(),
            builtins: Vec::new(),
            expressions: Expressions::new(&program, ExpressionLimits::default()),
            http: HttpClients::new(Vec::new()),
            gateway: None,
            secrets: SecretKeys::in_file(&folder.join("secret.key")),
            sql: no_database(),
            databases: Arc::default(),
            program,
        })
    }
}

fn no_database() -> SqlEngine {
    SqlEngine {
        checker: StatementChecker::default(),
        database: Database::new(Arc::new(NoDatabase), DatabaseOptions::default()),
        limits: QueryLimits {
            rows: 1000,
            bytes: 1024 * 1024,
            cell_bytes: 64 * 1024,
            timeout: Duration::from_secs(20),
        },
    }
}

/// Stands in for the database of `sql` tools.
#[derive(Debug)]
struct NoDatabase;

impl Endpoint for NoDatabase {
    fn address(&self) -> BoxFuture<'_, Result<Address, ConnectError>> {
        let why = "this server has no database for `sql` tools";
        Box::pin(std::future::ready(Err(ConnectError::NotStarted(
            why.into(),
        ))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_arguments_of_a_worker_are_those_of_a_worker() {
        let is = |words: &[&str]| is_worker(words.iter().map(OsString::from));
        let commands = [
            expression::sandbox::ROLE.command(Path::new("program")),
            supervisor::ROLE.command(Path::new("program")),
        ];
        for command in commands {
            assert!(is_worker(command.get_args().map(ToOwned::to_owned)));
        }
        assert!(!is(&[]));
        assert!(!is(&["worker"]));
        assert!(!is(&["worker", "of my own"]));
        assert!(!is(&["serve"]));
    }
}
