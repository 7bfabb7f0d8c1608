//! [`Running`]: a call in progress, which leaves a record however it ends.

use std::{
    error::Error,
    sync::{Arc, Mutex},
    time::{Duration, Instant, SystemTime},
};

use super::{call_record::Record, metrics::Counters, outcome::Outcome, recorder::Ledger};
use crate::{
    core::{
        Arguments, Call, Context, ExecutionId, Failure, Repair, Tool, ToolError, ToolOutput,
        TracedCall, lock,
    },
    executor::execution::Execution,
};

/// A call in progress. When its future is dropped, because the client went away or the call asked a person, that is recorded too.
pub(super) struct Running<'a> {
    ledger: &'a Ledger,
    counters: &'a Counters,
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

/// What is found out during a call.
#[derive(Debug, Default)]
pub(super) struct Notes {
    /// What was changed in the arguments.
    pub(super) repairs: Vec<Repair>,
    /// How long it waited for its turn.
    pub(super) queued: Duration,
}

impl<'a> Running<'a> {
    pub(super) fn begin(ledger: &'a Ledger, counters: &'a Counters, call: &Call) -> Self {
        let time = SystemTime::now();
        counters.begin();
        Self {
            ledger,
            counters,
            id: ExecutionId::new(time),
            time,
            started: call.context.received_at(),
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

    /// Its turn has come, after it waited so long: the tool starts.
    pub(super) fn start(&self, queued: Duration) {
        if !queued.is_zero() {
            self.note(|notes| notes.queued = queued);
        }
        self.ledger.metrics.start(self.started.elapsed());
    }

    /// The call is over. It is answered when its record is kept; where it cannot be kept, that is the answer.
    pub(super) async fn end(mut self, mut answer: Result<ToolOutput, ToolError>) -> Execution {
        let elapsed = self.started.elapsed();
        self.is_over = true;
        let notes = std::mem::take(&mut *lock(&self.notes));
        let mut counted = self.count(Outcome::of(&answer), elapsed, &notes);
        if self.ledger.log.is_some() {
            let line = self.record(&answer, elapsed, &notes);
            if let Err(error) = self.ledger.append(line).await {
                answer = Err(not_kept(error));
                counted.outcome = Outcome::of(&answer);
            }
        }
        drop(counted);
        self.trace(Outcome::of(&answer), elapsed, answer.as_ref().err());
        Execution {
            id: Some(self.id),
            repairs: notes.repairs,
            ..Execution::new(answer, elapsed)
        }
    }

    /// Tells the tracer, where there is one.
    fn trace(&self, outcome: Outcome, elapsed: Duration, error: Option<&ToolError>) {
        let Some(tracer) = &self.ledger.tracer else {
            return;
        };
        let (tool, client) = (self.tool.definition().name(), self.context.client());
        let call =
            TracedCall::new(tool, self.id, client, self.time, elapsed).within(self.context.trace());
        if !outcome.is_error() {
            return tracer.record(call);
        }
        let message = error.map(ToString::to_string).unwrap_or_default();
        let message = self.ledger.redactor.redact_text(&message);
        tracer.record(call.failed(outcome.as_str(), &message));
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

    fn unfinished<'r>(
        &'r self,
        outcome: Outcome,
        elapsed: Duration,
        notes: &'r Notes,
    ) -> Record<'r> {
        let definition = self.tool.definition();
        Record {
            id: self.id,
            time: self.time,
            tool: definition.name(),
            kind: Some(definition.kind()),
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

    /// Counts the call as over, once it is: also when nobody waits until its record is kept.
    fn count(&self, outcome: Outcome, elapsed: Duration, notes: &Notes) -> Counted<'a> {
        self.ledger.metrics.repair(&notes.repairs);
        Counted {
            counters: self.counters,
            outcome,
            elapsed,
        }
    }
}

/// A call that counts as over when this is dropped.
struct Counted<'a> {
    counters: &'a Counters,
    outcome: Outcome,
    elapsed: Duration,
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.counters.end(self.outcome, self.elapsed);
    }
}

impl Drop for Running<'_> {
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
        drop(self.count(outcome, elapsed, &notes));
        self.trace(outcome, elapsed, None);
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
