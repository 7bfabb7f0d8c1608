//! [`Worker`]: a process that evaluates, as the engine sees it.

use std::{io, path::Path, time::Duration};

use tokio::time::timeout;

use super::{
    error::{ExpressionError, Limit},
    limits::Limits,
    request::Reply,
    sandbox,
};
use crate::data::supervise::worker::{Ending, Process};

/// How long a worker may be silent, for whatever reason. Its own watch is much stricter, but counts only what it works.
const SILENCE: Duration = Duration::from_secs(5);

/// Room in a reply for what is around the result, and for an error.
const AROUND: usize = 64 * 1024;

/// A worker. Dropping it ends the process.
#[derive(Debug)]
pub(super) struct Worker {
    process: Process,
    limits: Limits,
}

/// What comes of a question.
pub(super) enum Answer {
    /// A reply; the worker can be asked again.
    Reply(Reply),
    /// The worker is gone, because of the question.
    Over(ExpressionError),
    /// The worker has gone, but not because of the question: nobody asked it anything for long, or somebody killed it.
    Retired,
}

impl Worker {
    /// Starts `program` as a worker.
    pub(super) fn start(program: &Path, limits: Limits) -> io::Result<Self> {
        let process = Process::start(program, sandbox::WORKER, &limits)?;
        Ok(Self { process, limits })
    }

    /// Whether the process has not ended.
    pub(super) fn is_there(&mut self) -> bool {
        self.process.is_there()
    }

    /// Asks a question and waits for what comes of it.
    pub(super) async fn ask(&mut self, request: &[u8]) -> Answer {
        let most = self.limits.result.saturating_add(AROUND);
        match timeout(SILENCE, self.process.ask(&[request], most)).await {
            Ok(Some(line)) => match serde_json::from_slice(&line) {
                Ok(reply) => Answer::Reply(reply),
                Err(error) => Answer::Over(ExpressionError::Unavailable(error.into())),
            },
            Ok(None) => self.epitaph().await,
            Err(_) => Answer::Over(Limit::Time(self.limits.milliseconds).into()),
        }
    }

    /// Why the process ended.
    async fn epitaph(&mut self) -> Answer {
        match timeout(SILENCE, self.process.ending()).await {
            Ok(Ok(ending)) => self.verdict(ending),
            Ok(Err(error)) => Answer::Over(ExpressionError::Unavailable(error)),
            Err(_) => Answer::Over(ExpressionError::unavailable("the worker does not end")),
        }
    }

    fn verdict(&self, ending: Ending) -> Answer {
        match ending {
            Ending::Done | Ending::Killed(_) => Answer::Retired,
            Ending::OutOfTime => Answer::Over(Limit::Time(self.limits.milliseconds).into()),
            Ending::OutOfMemory => Answer::Over(Limit::Memory(self.limits.memory).into()),
            Ending::Failed(_) => {
                Answer::Over(ExpressionError::unavailable(format!("the worker {ending}")))
            }
        }
    }
}
