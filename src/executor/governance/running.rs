//! [`Running`]: a call on its way, which leaves a record however it ends.

use std::{
    error::Error,
    sync::Arc,
    time::{Duration, Instant, SystemTime},
};

use super::{Ledger, outcome::Outcome, record::Record};
use crate::{
    core::{Arguments, Call, Context, ExecutionId, Failure, Repair, Tool, ToolError, ToolOutput},
    executor::Execution,
};

/// A call on its way. When its future is dropped, because the client went away or the call asked a person, that is recorded too.
pub(super) struct Running {
    ledger: Arc<Ledger>,
    id: ExecutionId,
    time: SystemTime,
    started: Instant,
    tool: Arc<dyn Tool>,
    context: Context,
    arguments: Arguments,
    /// What was changed in the arguments.
    pub(super) repairs: Vec<Repair>,
    /// How long it waited for its turn.
    pub(super) queued: Duration,
    is_over: bool,
}

impl Running {
    pub(super) fn begin(ledger: &Arc<Ledger>, call: &Call) -> Self {
        let time = SystemTime::now();
        ledger.metrics.begin();
        Self {
            ledger: Arc::clone(ledger),
            id: ExecutionId::new(time),
            time,
            started: Instant::now(),
            tool: Arc::clone(&call.tool),
            context: call.context.clone(),
            arguments: call.arguments.clone(),
            repairs: Vec::new(),
            queued: Duration::ZERO,
            is_over: false,
        }
    }

    /// How long it has been on its way.
    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The call is over. It is answered when its record is kept; where it cannot be kept, that is the answer.
    pub(super) async fn end(mut self, mut answer: Result<ToolOutput, ToolError>) -> Execution {
        let elapsed = self.elapsed();
        self.is_over = true;
        self.observe(Outcome::of(&answer), elapsed);
        if let Some(log) = &self.ledger.log {
            let line = self.record(&answer, elapsed);
            if let Err(error) = log.append(line).await {
                answer = Err(not_kept(error));
            }
        }
        Execution {
            id: Some(self.id),
            repairs: std::mem::take(&mut self.repairs),
            ..Execution::new(answer, elapsed)
        }
    }

    fn record(&self, answer: &Result<ToolOutput, ToolError>, elapsed: Duration) -> Vec<u8> {
        let record = Record {
            outcome: Outcome::of(answer),
            output: answer.as_ref().ok(),
            error: answer.as_ref().err(),
            ..self.unfinished(Outcome::Cancelled, elapsed)
        };
        record.write(&self.ledger.redactor)
    }

    fn unfinished(&self, outcome: Outcome, elapsed: Duration) -> Record<'_> {
        let definition = self.tool.definition();
        Record {
            id: self.id,
            time: self.time,
            tool: definition.name(),
            kind: Some(definition.implementation()),
            client: self.context.client(),
            arguments: self.arguments.as_str(),
            repairs: &self.repairs,
            queued: self.queued,
            elapsed,
            outcome,
            output: None,
            error: None,
        }
    }

    fn observe(&self, outcome: Outcome, elapsed: Duration) {
        let name = self.tool.definition().name();
        self.ledger
            .metrics
            .end(name, outcome, elapsed, &self.repairs);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if self.is_over {
            return;
        }
        let outcome = if self.context.is_waiting() {
            Outcome::InputRequired
        } else {
            Outcome::Cancelled
        };
        let elapsed = self.elapsed();
        self.observe(outcome, elapsed);
        if let Some(log) = &self.ledger.log {
            let record = self.unfinished(outcome, elapsed);
            log.post(record.write(&self.ledger.redactor));
        }
    }
}

fn not_kept(error: Box<dyn Error + Send + Sync>) -> ToolError {
    ToolError::Unavailable(Failure {
        message: error.to_string(),
        source: Some(error),
    })
}
