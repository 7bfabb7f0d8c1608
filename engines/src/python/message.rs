//! The messages between [`PythonWorker`](super::worker::PythonWorker) and `driver.py`.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, value::RawValue};

/// The first line: what the worker runs and loads.
#[derive(Debug, Serialize)]
pub(super) struct Settings<'a> {
    pub(super) driver: &'a str,
    pub(super) folder: &'a str,
    pub(super) path: &'a str,
    pub(super) module: Option<&'a str>,
    pub(super) function: &'a str,
    pub(super) most_bytes: usize,
}

/// A request. The first line is answered as number 0.
#[derive(Debug, Serialize)]
pub(super) struct Request<'a> {
    pub(super) id: u64,
    #[serde(flatten)]
    pub(super) work: Work<'a>,
}

/// A request to a worker.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Work<'a> {
    /// The result of a call.
    Arguments(&'a Map<String, Value>),
    /// The schemas of the function.
    Describe(bool),
}

/// The answer to a request.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Reply {
    /// The result.
    Value(Box<RawValue>),
    /// The text of an error.
    Error(String),
    /// The files have changed since they were loaded. The worker exits.
    Stale,
}
