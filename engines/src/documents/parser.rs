//! [`DocumentParser`]: has a worker parse documents, for a limited number of callers at once.

use std::{io, path::PathBuf, time::Duration};

use tokio::time::timeout;
use toolwright::call::{Caller, Origin, compute};

use super::{
    content::Content,
    detect::look,
    document::Document,
    error::DocumentError,
    parser_worker,
    selection::{DocumentLimits, ParseJob},
};
use crate::{
    fair_queue::{FairQueue, Place},
    supervise::{
        json_line,
        worker::{Worker, WorkerExit},
    },
};

/// The longest reply of a worker in bytes.
const MAX_REPLY: usize = 16 << 20;

/// The largest document that is decoded and looked at on a thread of the runtime, in bytes.
const MAX_AT_ONCE: usize = 64 * 1024;

/// The largest document that is looked at before its worker starts, in bytes: the text of a page may
/// take more memory than its bytes.
const MAX_LOOKED_AT: usize = 4 << 20;

/// Parses documents, each in a process of its own.
#[derive(Debug)]
pub struct DocumentParser {
    program: PathBuf,
    limits: DocumentLimits,
    places: ParserPlaces,
}

impl DocumentParser {
    /// Creates a parser. `program` is the `toolwright` binary, which must run
    /// [`work`](parser_worker::work) in the role [`ROLE`](parser_worker::ROLE).
    pub fn new(program: impl Into<PathBuf>, limits: DocumentLimits) -> Self {
        Self {
            program: program.into(),
            limits,
            places: ParserPlaces::new(),
        }
    }

    pub(super) const fn limits(&self) -> &DocumentLimits {
        &self.limits
    }

    /// Parses a document for `caller`. Dropping the future kills the worker.
    pub(super) async fn parse(
        &self,
        content: Content,
        job: ParseJob,
        caller: Origin,
    ) -> Result<Document, DocumentError> {
        let place = self.places.take(caller).await;
        let _place = place.ok_or(DocumentError::Busy)?;
        let (bytes, job) = prepare(content, job).await?;
        let worker = self.start_worker().await.map_err(|error| {
            let program = self.program.display();
            DocumentError::NoWorker(format!("`{program}` does not start: {error}"))
        })?;
        parse_with(worker, &bytes, &job).await
    }

    /// Starts a worker, beside the threads of the runtime: until the program is loaded, its thread
    /// waits.
    async fn start_worker(&self) -> io::Result<Worker> {
        let (program, limits) = (self.program.clone(), self.limits.clone());
        let start = move || Worker::start(&program, parser_worker::ROLE, &limits);
        tokio::task::spawn_blocking(start).await?
    }
}

/// Decodes a document, and refuses one that needs no worker to be refused, since starting one takes
/// many times as long.
pub(super) async fn prepare(
    content: Content,
    job: ParseJob,
) -> Result<(Vec<u8>, ParseJob), DocumentError> {
    if content.len() <= MAX_AT_ONCE {
        return decode(content, job);
    }
    let decoded = compute(move || decode(content, job)).await;
    decoded.map_err(|error| DocumentError::NoWorker(error.to_string()))?
}

fn decode(content: Content, mut job: ParseJob) -> Result<(Vec<u8>, ParseJob), DocumentError> {
    let bytes = content.decode()?;
    let most = job.limits.max_input;
    if bytes.len() > most {
        let reason = format!("it has more than {most} bytes");
        return Err(DocumentError::TooLarge(reason));
    }
    job.size = bytes.len();
    if bytes.len() <= MAX_LOOKED_AT {
        look(&bytes, &job)?;
    }
    Ok((bytes, job))
}

/// Has `worker` parse a document within the time of the job.
pub(super) async fn parse_with(
    worker: Worker,
    bytes: &[u8],
    job: &ParseJob,
) -> Result<Document, DocumentError> {
    let time = job.limits.time;
    timeout(time, request(worker, bytes, job))
        .await
        .map_err(|_| DocumentError::TimedOut(time.as_secs()))?
}

/// Sends the job and the document, and waits for the reply.
async fn request(
    mut worker: Worker,
    bytes: &[u8],
    job: &ParseJob,
) -> Result<Document, DocumentError> {
    let failed = |error: io::Error| DocumentError::NoWorker(error.to_string());
    let not_a_worker =
        || DocumentError::NoWorker("the program does not answer as a worker does".into());
    let line = json_line::encode(job).map_err(failed)?;
    if let Some(reply) = worker.ask(&[&line, bytes], MAX_REPLY).await {
        return serde_json::from_slice(&reply).unwrap_or_else(|_| Err(not_a_worker()));
    }
    match worker.exit().await.map_err(failed)? {
        WorkerExit::Done => Err(not_a_worker()),
        exit => Err(DocumentError::Crashed(exit.to_string())),
    }
}

/// How many documents are parsed at once.
const CONCURRENCY: usize = 4;
/// How many documents of one caller are parsed at once.
const MAX_OF_CALLER: usize = 1;
/// How long a document waits for its turn.
const MAX_WAIT: Duration = Duration::from_secs(10);

/// The places of documents that are being parsed. A caller has one of them at a time, so that no
/// caller can take all.
#[derive(Debug)]
pub(super) struct ParserPlaces(FairQueue);

impl ParserPlaces {
    pub(super) fn new() -> Self {
        Self(FairQueue::with_limit(CONCURRENCY, MAX_OF_CALLER))
    }

    /// Waits for a place. Returns `None` if there is none in time.
    pub(super) async fn take(&self, origin: Origin) -> Option<Place> {
        let place = self.0.acquire(Caller::of(origin));
        timeout(MAX_WAIT, place).await.ok()
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    fn origin(address: &str) -> Origin {
        Origin::Address(address.parse().unwrap())
    }

    #[tokio::test]
    async fn a_caller_has_one_place_and_all_callers_have_four() {
        let places = ParserPlaces::new();
        let take = |address: &str| places.take(origin(address)).now_or_never().flatten();
        let first = take("10.0.0.1").unwrap();
        assert!(take("10.0.0.1").is_none());
        let _others = ["10.0.0.2", "10.0.0.3", "10.0.0.4"].map(|other| take(other).unwrap());
        assert!(take("10.0.0.5").is_none());
        drop(first);
        assert!(take("10.0.0.5").is_some());
    }

    #[tokio::test]
    async fn a_network_of_ipv6_is_one_caller() {
        let places = ParserPlaces::new();
        let take = |address: &str| places.take(origin(address)).now_or_never().flatten();
        let _first = take("2001:db8::1").unwrap();
        assert!(take("2001:db8::2").is_none());
        assert!(take("2001:db8:0:1::1").is_some());
    }
}
