//! [`ExpressionWorker`]: a worker process that evaluates, as the server sees it.

use std::{io, path::Path, time::Duration};

use tokio::time::timeout;

use super::{
    error::{ExpressionError, ExpressionLimits, Limit},
    request::Reply,
    sandbox,
};
use crate::supervise::worker::{Worker, WorkerExit};

/// How long a worker may be silent on the clock. Its own time limit is much stricter, but counts
/// only processor time.
const SILENCE: Duration = Duration::from_secs(5);

/// Room in a reply for what surrounds the result, and for an error.
const ENVELOPE: usize = 64 * 1024;

/// A worker process that evaluates expressions. Dropping this kills it.
#[derive(Debug)]
pub(super) struct ExpressionWorker {
    worker: Worker,
    limits: ExpressionLimits,
}

/// The result of a request to a worker.
pub(super) enum Evaluation {
    /// The worker replied, and can be asked again.
    Replied(Reply),
    /// The worker ended because of the request.
    Failed(ExpressionError),
    /// The worker ended for another reason, for instance because it was idle for long. The request
    /// can be repeated with another worker.
    Retired,
}

impl ExpressionWorker {
    /// Starts `program` as a worker.
    pub(super) fn start(program: &Path, limits: ExpressionLimits) -> io::Result<Self> {
        let worker = Worker::start(program, sandbox::ROLE, &limits)?;
        Ok(Self { worker, limits })
    }

    /// Returns whether the process has not exited.
    pub(super) fn is_running(&mut self) -> bool {
        self.worker.is_running()
    }

    /// Sends a request and waits for the result.
    pub(super) async fn ask(&mut self, request: &[u8]) -> Evaluation {
        let most = self.limits.result.saturating_add(ENVELOPE);
        match timeout(SILENCE, self.worker.ask(&[request], most)).await {
            Ok(Some(line)) => match serde_json::from_slice(&line) {
                Ok(reply) => Evaluation::Replied(reply),
                Err(error) => Evaluation::Failed(ExpressionError::Unavailable(error.into())),
            },
            Ok(None) => self.failure().await,
            Err(_) => Evaluation::Failed(Limit::Time(self.limits.milliseconds).into()),
        }
    }

    /// Waits until the process exits, and returns what that means for the request.
    async fn failure(&mut self) -> Evaluation {
        match timeout(SILENCE, self.worker.exit()).await {
            Ok(Ok(exit)) => self.meaning_of(exit),
            Ok(Err(error)) => Evaluation::Failed(ExpressionError::Unavailable(error)),
            Err(_) => Evaluation::Failed(ExpressionError::unavailable("the worker does not exit")),
        }
    }

    fn meaning_of(&self, exit: WorkerExit) -> Evaluation {
        match exit {
            WorkerExit::Done | WorkerExit::Killed(_) => Evaluation::Retired,
            WorkerExit::OutOfTime => {
                Evaluation::Failed(Limit::Time(self.limits.milliseconds).into())
            }
            WorkerExit::OutOfMemory => Evaluation::Failed(Limit::Memory(self.limits.memory).into()),
            WorkerExit::Failed(_) => {
                let message = format!("the worker {exit}");
                Evaluation::Failed(ExpressionError::unavailable(message))
            }
        }
    }
}
