//! [`Engines`]: what the kinds stand on.

use std::{collections::BTreeMap, ffi::OsString, fmt, path::PathBuf, sync::Arc};

use super::{http::HttpClients, sql::SqlEngine};
use crate::{
    core::Tool,
    data::{expression::Expressions, python::Python, supervise::run::Runner},
    registry::sealing::SecretKeys,
};

/// The engines that the kinds use. Clones share them.
#[derive(Clone)]
pub(crate) struct Engines {
    /// The built-in tools that can be served under another name.
    pub(crate) builtins: Arc<BTreeMap<String, Arc<dyn Tool>>>,
    pub(crate) expressions: Expressions,
    /// Sends the requests of `http` tools.
    pub(crate) http: Arc<HttpClients>,
    /// The keys of credentials.
    pub(crate) secrets: SecretKeys,
    /// The database of `sql` tools that name none.
    pub(crate) sql: SqlEngine,
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

impl fmt::Debug for Engines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engines")
            .field("builtins", &self.builtins.keys())
            .field("scripts", &self.scripts)
            .finish_non_exhaustive()
    }
}
