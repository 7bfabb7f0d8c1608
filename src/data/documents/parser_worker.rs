//! The worker's side: [`work`] takes one document from standard input and writes what it says to standard output.

use std::{
    ffi::OsString,
    io::{self, BufRead as _, BufReader, Read as _, Write as _},
    panic::{self, AssertUnwindSafe},
    process,
    time::Duration,
};

use rayon::ThreadPoolBuilder;

use super::{
    document::Document,
    error::DocumentError,
    job::{Job, Limits},
    parse::parse,
};
use crate::data::supervise::worker::{self, Confinement};

/// The argument after `worker`, which makes a program a worker of this engine.
pub(crate) const WORKER: &str = "documents";

/// The stack that a parser has. Documents are nested, and parsers climb into them.
pub(super) const STACK: usize = 64 << 20;

/// Is a worker for one document. Its limits are the argument after [`WORKER`].
pub(crate) fn work(limits: Option<OsString>) -> ! {
    let limits: Limits = worker::limits(limits);
    let confinement = Confinement {
        memory: limits.memory,
        stack: STACK,
        // Should the server be gone, nobody else ends a parser that runs for ever.
        time: Some(limits.time + Duration::from_secs(1)),
    };
    let done = confinement.work(|| answer(limits)).map(|work| work.join());
    if !matches!(done, Ok(Ok(Ok(())))) {
        worker::broken();
    }
    process::exit(0)
}

fn answer(limits: Limits) -> io::Result<()> {
    let mut input = BufReader::new(io::stdin().lock());
    let mut line = Vec::new();
    input.read_until(b'\n', &mut line)?;
    let job = Job {
        limits,
        ..serde_json::from_slice(&line)?
    };
    // A confined process gets no further thread, and the parser of PDF takes the lack of one for a reason to panic.
    let alone = ThreadPoolBuilder::new().num_threads(1).use_current_thread();
    alone.build_global().map_err(io::Error::other)?;
    let mut bytes = vec![0; job.size.min(job.limits.most_input)];
    input.read_exact(&mut bytes)?;
    let answer = worker::line(&survive(&bytes, &job))?;
    io::stdout().lock().write_all(&answer)
}

/// What comes of a document, be it that the parser panics.
pub(super) fn survive(bytes: &[u8], job: &Job) -> Result<Document, DocumentError> {
    panic::catch_unwind(AssertUnwindSafe(|| parse(bytes, job)))
        .unwrap_or_else(|_| Err(DocumentError::Crashed("gave up on it".into())))
}
