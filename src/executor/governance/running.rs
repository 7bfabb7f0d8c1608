//! [`Running`]: a call on its way, which leaves a record however it ends.

use std::{
    error::Error,
    sync::{Arc, Mutex},
    time::{Duration, Instant, SystemTime},
};

use super::{Ledger, outcome::Outcome, record::Record};
use crate::{
    core::{
        Arguments, Call, Context, ExecutionId, Failure, Repair, Tool, ToolError, ToolOutput, lock,
    },
    executor::Execution,
};

/// A call on its way. When its future is dropped, because the client went away or the call asked a person, that is recorded too.
pub(super) struct Running {
    ledger: Arc<Ledger>,
    id: ExecutionId,
    time: SystemTime,
    started: Instant,
    pub(super) tool: Arc<dyn Tool>,
    pub(super) context: Context,
    /// What came.
    pub(super) arguments: Arguments,
    notes: Mutex<Notes>,
    is_over: bool,
}

/// What is found out on the way.
#[derive(Debug, Default)]
pub(super) struct Notes {
    /// What was changed in the arguments.
    pub(super) repairs: Vec<Repair>,
    /// How long it waited for its turn.
    pub(super) queued: Duration,
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
            notes: Mutex::default(),
            is_over: false,
        }
    }

    /// Notes what was found out.
    pub(super) fn note(&self, write: impl FnOnce(&mut Notes)) {
        write(&mut lock(&self.notes));
    }

    /// The call is over. It is answered when its record is kept; where it cannot be kept, that is the answer.
    pub(super) async fn end(mut self, mut answer: Result<ToolOutput, ToolError>) -> Execution {
        let elapsed = self.started.elapsed();
        self.is_over = true;
        let notes = std::mem::take(&mut *lock(&self.notes));
        self.observe(Outcome::of(&answer), elapsed, &notes);
        if let Some(log) = &self.ledger.log {
            let line = self.record(&answer, elapsed, &notes);
            if let Err(error) = log.append(line).await {
                answer = Err(not_kept(error));
            }
        }
        Execution {
            id: Some(self.id),
            repairs: notes.repairs,
            ..Execution::new(answer, elapsed)
        }
    }

    fn record(
        &self,
        answer: &Result<ToolOutput, ToolError>,
        elapsed: Duration,
        notes: &Notes,
    ) -> Vec<u8> {
        let record = Record {
            outcome: Outcome::of(answer),
            output: answer.as_ref().ok(),
            error: answer.as_ref().err(),
            ..self.unfinished(Outcome::Cancelled, elapsed, notes)
        };
        record.write(&self.ledger.redactor)
    }

    fn unfinished<'a>(
        &'a self,
        outcome: Outcome,
        elapsed: Duration,
        notes: &'a Notes,
    ) -> Record<'a> {
        let definition = self.tool.definition();
        Record {
            id: self.id,
            time: self.time,
            tool: definition.name(),
            kind: Some(definition.implementation()),
            client: self.context.client(),
            arguments: self.arguments.as_str(),
            repairs: &notes.repairs,
            queued: notes.queued,
            elapsed,
            outcome,
            output: None,
            error: None,
        }
    }

    fn observe(&self, outcome: Outcome, elapsed: Duration, notes: &Notes) {
        let name = self.tool.definition().name();
        let metrics = &self.ledger.metrics;
        metrics.end(name, outcome, elapsed, &notes.repairs);
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
        let elapsed = self.started.elapsed();
        let notes = std::mem::take(&mut *lock(&self.notes));
        self.observe(outcome, elapsed, &notes);
        if let Some(log) = &self.ledger.log {
            let record = self.unfinished(outcome, elapsed, &notes);
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
