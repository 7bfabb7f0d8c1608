//! Engines for definitions that are checked and not called.

use std::{path::Path, sync::Arc, time::Duration};

use serde_json::{Map, Value};
use toolwright::{BoxFuture, Tool, tool, tools};
use toolwright_engines::{
    expression::{ExpressionLimits, Expressions},
    postgres::{
        Address, ConnectError, Database, DatabaseOptions, Endpoint, QueryLimits, StatementChecker,
    },
    python::{Python, PythonLimits, PythonSettings},
    supervise::{
        run::{RunLimits, Runner},
        sandbox_policy::{SandboxMode, SandboxPolicy},
    },
};

use crate::{
    kinds::{Engines, HttpClients, Kinds, PrivateHost, SqlEngine},
    sealing::{SecretKeys, generate},
};

/// A built-in tool with the parameters of the one that `toolwright` serves.
#[tool]
async fn calculator(
    #[length(1..=10240)] expression: String,
    variables: Option<Map<String, Value>>,
) -> String {
    format!("{expression} {variables:?}")
}

/// Another built-in tool.
#[tool]
async fn shout(text: String) -> String {
    text.to_uppercase()
}

/// Returns the engines of a server whose scripts are in `folder`.
pub(crate) fn engines(folder: &Path) -> Engines {
    let named = |tool: Arc<dyn Tool>| (tool.definition().name().to_owned(), tool);
    let sandbox = Arc::new(SandboxPolicy::new(SandboxMode::Off, "none"));
    Engines {
        kinds: Kinds::default(),
        builtins: Arc::new(tools![calculator, shout].into_iter().map(named).collect()),
        expressions: Expressions::new("none", ExpressionLimits::default()),
        gateway: None,
        http: Arc::new(HttpClients::new(vec![
            PrivateHost::parse("inside.example").unwrap(),
            PrivateHost::parse("10.0.0.7:8080").unwrap(),
        ])),
        secrets: SecretKeys::parse(&generate()).unwrap(),
        sql: sql(),
        python: Python::new(PythonSettings {
            program: "none".into(),
            interpreter: None,
            search_path: "/usr/bin:/bin".into(),
            folder: folder.to_owned(),
            environment: Vec::new(),
            limits: PythonLimits::default(),
        }),
        databases: Arc::new([("reporting".to_owned(), sql())].into()),
        runner: Arc::new(Runner::new("none", RunLimits::default(), sandbox)),
        scripts: folder.to_owned(),
        search_path: "/usr/bin:/bin".into(),
        environment: Vec::new(),
    }
}

/// Returns a database that is never asked.
fn sql() -> SqlEngine {
    SqlEngine {
        checker: StatementChecker::default(),
        database: Database::new(Arc::new(Nowhere), DatabaseOptions::default()),
        limits: QueryLimits {
            rows: 10,
            bytes: 1000,
            cell_bytes: 100,
            timeout: Duration::from_secs(1),
        },
    }
}

#[derive(Debug)]
struct Nowhere;

impl Endpoint for Nowhere {
    fn address(&self) -> BoxFuture<'_, Result<Address, ConnectError>> {
        let error = ConnectError::NotStarted("there is no database".into());
        Box::pin(std::future::ready(Err(error)))
    }
}
