//! The server's side: [`Worker`] starts a process for each document, and ends it when it takes too long.

use std::{path::PathBuf, time::Duration};

use tokio::{sync::Semaphore, time::timeout};

use super::{
    document::Document,
    error::DocumentError,
    job::{Job, Limits},
    parser_worker as workplace,
};
use crate::data::supervise::worker::{self, Ending, Process};

/// How many documents are parsed at once.
const PLACES: usize = 4;
/// How long a document waits for its turn.
const PATIENCE: Duration = Duration::from_secs(10);
/// The largest answer of a worker that is read.
const MOST_ANSWER: usize = 16 << 20;

/// Parses documents, each in a process of its own.
#[derive(Debug)]
pub(crate) struct Worker {
    program: PathBuf,
    limits: Limits,
    places: Semaphore,
}

impl Worker {
    /// Starts `program` for each document; it calls [`work`](workplace::work) when its first two arguments are `worker` and
    /// [`WORKER`](workplace::WORKER).
    pub(crate) fn new(program: impl Into<PathBuf>, limits: Limits) -> Self {
        Self {
            program: program.into(),
            limits,
            places: Semaphore::new(PLACES),
        }
    }

    pub(super) const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Parses a document. Dropping the future ends the process.
    pub(super) async fn parse(&self, bytes: &[u8], job: &Job) -> Result<Document, DocumentError> {
        let turn = timeout(PATIENCE, self.places.acquire()).await;
        let _place = turn.ok().and_then(Result::ok).ok_or(DocumentError::Busy)?;
        let started = Process::start(&self.program, workplace::WORKER, &self.limits);
        let process = started.map_err(|error| {
            let program = self.program.display();
            DocumentError::NoWorker(format!("`{program}` does not start: {error}"))
        })?;
        outcome(process, bytes, job).await
    }
}

/// What a process makes of a document, within the time that it has.
pub(super) async fn outcome(
    process: Process,
    bytes: &[u8],
    job: &Job,
) -> Result<Document, DocumentError> {
    let time = job.limits.time;
    timeout(time, converse(process, bytes, job))
        .await
        .map_err(|_| DocumentError::TimedOut(time.as_secs()))?
}

/// Sends the job and the document, and reads the answer.
async fn converse(
    mut process: Process,
    bytes: &[u8],
    job: &Job,
) -> Result<Document, DocumentError> {
    let broken = |error: std::io::Error| DocumentError::NoWorker(error.to_string());
    let no_worker = || DocumentError::NoWorker("the worker is no worker".into());
    let line = worker::line(job).map_err(broken)?;
    if let Some(answer) = process.ask(&[&line, bytes], MOST_ANSWER).await {
        return serde_json::from_slice(&answer).unwrap_or_else(|_| Err(no_worker()));
    }
    match process.ending().await.map_err(broken)? {
        Ending::Done => Err(no_worker()),
        ending => Err(DocumentError::Crashed(ending.to_string())),
    }
}
