//! [`Running`]: a call on its way, which leaves a record however it ends.

use std::{
    sync::Arc,
    time::{Duration, Instant, SystemTime},
};

use super::{Ledger, metrics::Counters, outcome::Outcome, record::Record};
use crate::{
    core::{Arguments, Call, Context, ExecutionId, Repair, Tool, ToolError, ToolOutput},
    executor::Execution,
};

/// A call on its way. When its future is dropped, because the client went away or the call asked a person, that is recorded too.
pub(super) struct Running<'a> {
    ledger: &'a Ledger,
    counters: &'a Counters,
    id: ExecutionId,
    time: SystemTime,
    started: Instant,
    tool: Arc<dyn Tool>,
    context: Context,
    arguments: Arguments,
    /// What was changed in the arguments.
    pub(super) repairs: Vec<Repair>,
    /// How long it waited for its turn.
    queued: Duration,
    is_over: bool,
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
            started: Instant::now(),
            tool: Arc::clone(&call.tool),
            context: call.context.clone(),
            arguments: call.arguments.clone(),
            repairs: Vec::new(),
            queued: Duration::ZERO,
            is_over: false,
        }
    }

    /// Its turn has come, after it waited since `before`: the tool starts.
    pub(super) fn start(&mut self, before: Duration) {
        let now = self.elapsed();
        self.queued = now.saturating_sub(before);
        self.ledger.metrics.start(now);
    }

    /// How long it has been on its way.
    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The call is over. It is answered when its record is kept; where it cannot be kept, that is the answer.
    pub(super) async fn end(mut self, mut answer: Result<ToolOutput, ToolError>) -> Execution {
        let elapsed = self.elapsed();
        self.is_over = true;
        let mut counted = self.count(Outcome::of(&answer), elapsed);
        if self.ledger.log.is_some() {
            let line = self.record(&answer, elapsed);
            if let Err(error) = self.ledger.append(line).await {
                answer = Err(not_kept(error));
                counted.outcome = Outcome::of(&answer);
            }
        }
        drop(counted);
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

    /// Counts the call as over, once it is: also when nobody waits until its record is kept.
    fn count(&self, outcome: Outcome, elapsed: Duration) -> Counted<'a> {
        self.ledger.metrics.repair(&self.repairs);
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
        let elapsed = self.elapsed();
        drop(self.count(outcome, elapsed));
        let line = self
            .unfinished(outcome, elapsed)
            .write(&self.ledger.redactor);
        self.ledger.append_later(line);
    }
}

pub(super) fn not_kept(error: std::io::Error) -> ToolError {
    let message = format!("the execution log cannot be written: {error}");
    ToolError::Unavailable(crate::core::Failure {
        message,
        source: Some(Box::new(error)),
    })
}
