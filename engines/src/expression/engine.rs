//! [`Expressions`]: the engine, and its idle workers.

use std::{
    borrow::Cow,
    path::PathBuf,
    sync::{Arc, Mutex},
};

use serde_json::{Map, Value};
use tokio::sync::Semaphore;
use toolwright::call::Caller;
use toolwright_base::lock;

use super::{
    error::{ExpressionError, ExpressionLimits, Limit},
    request::{Form, Reply, Request},
    worker::{Evaluation, ExpressionWorker},
};
use crate::{
    fair_queue::{FairQueue, Place},
    supervise::json_line,
};

/// Evaluates Python expressions in worker processes. Clones share the workers.
#[derive(Debug, Clone)]
pub struct Expressions(Arc<ExpressionsInner>);

#[derive(Debug)]
struct ExpressionsInner {
    program: PathBuf,
    limits: ExpressionLimits,
    turns: FairQueue,
    permits: Semaphore,
    idle: Mutex<Vec<ExpressionWorker>>,
}

impl Expressions {
    /// Creates an engine. `program` is the `toolwright` binary, which must run
    /// [`sandbox::run`](super::sandbox::run) in the role [`sandbox::ROLE`](super::sandbox::ROLE).
    ///
    /// Workers are started when they are needed.
    pub fn new(program: impl Into<PathBuf>, limits: ExpressionLimits) -> Self {
        Self(Arc::new(ExpressionsInner {
            program: program.into(),
            limits,
            turns: FairQueue::new(limits.workers),
            permits: Semaphore::new(limits.workers),
            idle: Mutex::default(),
        }))
    }

    /// Waits until it is the turn of `caller`, so that one caller cannot keep all workers busy. The
    /// turn lasts until it is dropped.
    pub async fn turn(&self, caller: Caller) -> Place {
        self.0.turns.acquire(caller).await
    }

    /// Returns the value of `expression`, which can use the keys of `variables` as names. Dropping
    /// the future kills the worker.
    ///
    /// # Errors
    /// If the expression has no value or exceeds a limit.
    pub async fn evaluate(&self, expression: &str, variables: &Map<String, Value>) -> Reply {
        self.run(expression, Form::Expression, variables).await
    }

    /// Returns the value of a text of this form, as [`evaluate`](Self::evaluate) does.
    ///
    /// # Errors
    /// If it has no value or exceeds a limit.
    pub async fn run(&self, text: &str, form: Form, variables: &Map<String, Value>) -> Reply {
        let inner = &*self.0;
        let request = inner.request(text, form, variables)?;
        let _permit = inner
            .permits
            .acquire()
            .await
            .map_err(|closed| ExpressionError::unavailable(closed.to_string()))?;
        loop {
            let idle = inner.idle_worker();
            let is_new = idle.is_none();
            let mut worker = match idle {
                Some(worker) => worker,
                None => ExpressionWorker::start(&inner.program, inner.limits)
                    .map_err(ExpressionError::Unavailable)?,
            };
            match worker.ask(&request).await {
                Evaluation::Replied(reply) => {
                    lock(&inner.idle).push(worker);
                    return reply;
                }
                Evaluation::Failed(error) => return Err(error),
                Evaluation::Retired if is_new => {
                    return Err(ExpressionError::unavailable("a new worker exited at once"));
                }
                Evaluation::Retired => {}
            }
        }
    }
}

impl ExpressionsInner {
    /// Takes an idle worker that is still running.
    fn idle_worker(&self) -> Option<ExpressionWorker> {
        let mut idle = lock(&self.idle);
        while let Some(mut worker) = idle.pop() {
            if worker.is_running() {
                return Some(worker);
            }
        }
        None
    }

    fn request(
        &self,
        expression: &str,
        form: Form,
        variables: &Map<String, Value>,
    ) -> Result<Vec<u8>, ExpressionError> {
        if expression.len() > self.limits.expression {
            return Err(Limit::Expression(self.limits.expression).into());
        }
        let request = json_line::encode(&Request {
            expression: expression.into(),
            variables: Cow::Borrowed(variables),
            form,
        });
        let request = request.map_err(ExpressionError::Unavailable)?;
        if request.len() > self.limits.variables + 2 * self.limits.expression {
            return Err(Limit::Variables(self.limits.variables).into());
        }
        Ok(request)
    }
}
