//! [`Expressions`]: the engine, and its workers.

use std::{path::PathBuf, sync::Mutex};

use serde_json::{Map, Value};
use tokio::sync::Semaphore;

use super::{
    error::{ExpressionError, Limit},
    limits::Limits,
    request::{Reply, Request},
    worker::{Answer, Worker},
};
use crate::{core::lock, data::supervise::worker};

/// Evaluates Python expressions, in processes of their own.
#[derive(Debug)]
pub(crate) struct Expressions {
    program: PathBuf,
    limits: Limits,
    room: Semaphore,
    idle: Mutex<Vec<Worker>>,
}

impl Expressions {
    /// An engine whose workers are `program`, which must call [`super::sandbox::run`] when its first arguments are
    /// `worker` and [`super::sandbox::WORKER`]. None is started before it is needed.
    pub(crate) fn new(program: impl Into<PathBuf>, limits: Limits) -> Self {
        Self {
            program: program.into(),
            limits,
            room: Semaphore::new(limits.workers),
            idle: Mutex::default(),
        }
    }

    /// The value of `expression`, in which the keys of `variables` are names. Dropping the future ends the work.
    ///
    /// # Errors
    /// When it has none, or goes too far.
    pub(crate) async fn evaluate(&self, expression: &str, variables: &Map<String, Value>) -> Reply {
        let request = self.request(expression, variables)?;
        let _room = self
            .room
            .acquire()
            .await
            .map_err(|closed| ExpressionError::unavailable(closed.to_string()))?;
        loop {
            let known = self.idle_worker();
            let is_new = known.is_none();
            let mut worker = match known {
                Some(worker) => worker,
                None => Worker::start(&self.program, self.limits)
                    .map_err(ExpressionError::Unavailable)?,
            };
            match worker.ask(&request).await {
                Answer::Reply(reply) => {
                    lock(&self.idle).push(worker);
                    return reply;
                }
                Answer::Over(error) => return Err(error),
                Answer::Retired if is_new => {
                    return Err(ExpressionError::unavailable("the worker does not stay"));
                }
                Answer::Retired => {}
            }
        }
    }

    /// A worker that has nothing to do and is still there.
    fn idle_worker(&self) -> Option<Worker> {
        let mut idle = lock(&self.idle);
        while let Some(mut worker) = idle.pop() {
            if worker.is_there() {
                return Some(worker);
            }
        }
        None
    }

    fn request(
        &self,
        expression: &str,
        variables: &Map<String, Value>,
    ) -> Result<Vec<u8>, ExpressionError> {
        if expression.len() > self.limits.expression {
            return Err(Limit::Expression(self.limits.expression).into());
        }
        let request = worker::line(&Request {
            expression: expression.into(),
            variables: std::borrow::Cow::Borrowed(variables),
        });
        let request = request.map_err(ExpressionError::Unavailable)?;
        if request.len() > self.limits.variables + 2 * self.limits.expression {
            return Err(Limit::Variables(self.limits.variables).into());
        }
        Ok(request)
    }
}
