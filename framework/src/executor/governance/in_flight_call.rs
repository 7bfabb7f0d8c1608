//! [`InFlightCall`]: a call in progress, which is recorded however it ends.

use std::{
    mem,
    sync::{Arc, Mutex, OnceLock},
    time::{Duration, Instant, SystemTime},
};

use toolwright_base::lock;

use super::{
    call_facts::{CallFacts, CallOutcome, LARGE, Notes, RecordedArguments, Subject},
    metrics::Counters,
    recorder::{Recorder, not_recorded},
};
use crate::{
    core::{
        Arguments, Context, ErrorKind, ExecutionId, ToolError, ToolOutput, TracedCall, compute,
    },
    executor::execution::Execution,
};

/// A call in progress, of a tool or of another subject.
///
/// [`finish`](Self::finish) records the call. If the value is dropped before, because the client
/// disconnected or the call asked a person and will be sent again, that is recorded instead.
pub(super) struct InFlightCall<'a, S: Subject> {
    recorder: &'a Recorder,
    counters: &'a Counters,
    started: Instant,
    pub(super) facts: CallFacts<S>,
    /// The arguments without secrets, once a record has needed them.
    recorded: OnceLock<RecordedArguments>,
    notes: Mutex<Notes>,
    is_finished: bool,
}

impl<'a, S: Subject> InFlightCall<'a, S> {
    pub(super) fn begin(
        recorder: &'a Recorder,
        counters: &'a Counters,
        subject: S,
        context: &Context,
        arguments: &Arguments,
    ) -> Self {
        let time = SystemTime::now();
        counters.begin();
        Self {
            recorder,
            counters,
            started: context.received_at(),
            facts: CallFacts {
                id: ExecutionId::new(time),
                time,
                subject,
                context: context.clone(),
                arguments: arguments.clone(),
            },
            recorded: OnceLock::new(),
            notes: Mutex::default(),
            is_finished: false,
        }
    }

    pub(super) fn note(&self, write: impl FnOnce(&mut Notes)) {
        write(&mut lock(&self.notes));
    }

    /// Checks that the log can be written, or that no other call is finding out.
    ///
    /// # Errors
    /// [`ToolError::Unavailable`] if the call has no chance to be recorded.
    pub(super) fn check_log(&self) -> Result<(), ToolError> {
        self.unrecorded_if_refused(self.recorder.check())
    }

    /// Begins to run the tool, after the call was queued for `queued`.
    ///
    /// # Errors
    /// Those of [`admit`](Self::admit). The tool must not start then.
    pub(super) async fn start_tool(&self, queued: Duration) -> Result<(), ToolError> {
        if !queued.is_zero() {
            self.note(|notes| notes.queued = queued);
        }
        self.admit().await?;
        self.recorder.metrics.tool_starts(self.started.elapsed());
        Ok(())
    }

    /// Writes the record that the call begins if it may change something, or if the log failed.
    ///
    /// # Errors
    /// [`ToolError::Unavailable`] if the log cannot be written.
    pub(super) async fn admit(&self) -> Result<(), ToolError> {
        let may_change = self.facts.subject.may_change();
        if may_change {
            self.record_large_arguments().await;
        }
        let admitted = self.recorder.admit(may_change, || self.begin_line());
        self.unrecorded_if_refused(admitted.await)
    }

    fn unrecorded_if_refused<T>(&self, admitted: Result<T, ToolError>) -> Result<T, ToolError> {
        admitted.inspect_err(|_| self.note(|notes| notes.is_refused = true))
    }

    /// Records the call and returns its execution.
    ///
    /// Waits until the record is written. If it cannot be written, the call fails with that error.
    pub(super) async fn finish(mut self, mut answer: Result<ToolOutput, ToolError>) -> Execution {
        let elapsed = self.started.elapsed();
        let mut line = None;
        if self.is_large() && self.recorder.log.is_some() && !lock(&self.notes).is_refused {
            // Until it is made, a call whose future is dropped is recorded as cancelled.
            (answer, line) = Box::pin(self.make_large_line(answer, elapsed)).await;
        }
        self.is_finished = true;
        let notes = mem::take(&mut *lock(&self.notes));
        let mut count = self.count_when_dropped(CallOutcome::of(&answer), elapsed, &notes);
        if self.recorder.log.is_some() && !notes.is_refused {
            let line = line.unwrap_or_else(|| self.make_line(&answer, elapsed, &notes));
            if let Err(error) = self.recorder.append(line).await {
                answer = Err(not_recorded(error));
                count.outcome = CallOutcome::of(&answer);
            }
        }
        drop(count);
        self.trace(CallOutcome::of(&answer), elapsed, answer.as_ref().err());
        Execution {
            id: Some(self.facts.id),
            repairs: notes.repairs,
            ..Execution::new(answer, elapsed)
        }
    }

    fn trace(&self, outcome: CallOutcome, elapsed: Duration, error: Option<&ToolError>) {
        let Some(tracer) = &self.recorder.tracer else {
            return;
        };
        let facts = &self.facts;
        let (tool, client) = (facts.subject.name(), facts.context.client());
        let call = TracedCall::new(tool, facts.id, client, facts.time, elapsed)
            .with_parent(facts.context.trace());
        if !outcome.is_error() {
            return tracer.record(call);
        }
        let message = error.map(ToString::to_string).unwrap_or_default();
        let message = self.recorder.redactor.redact_text(&message);
        let message = self.recorded(Some(outcome)).redact_text(&message);
        tracer.record(call.with_error(outcome.as_str(), &message));
    }

    fn make_line(
        &self,
        answer: &Result<ToolOutput, ToolError>,
        elapsed: Duration,
        notes: &Notes,
    ) -> Vec<u8> {
        let recorded = self.recorded(Some(CallOutcome::of(answer)));
        let redactor = &self.recorder.redactor;
        self.facts.line(recorded, answer, elapsed, notes, redactor)
    }

    /// Makes the line of a call with large arguments beside the threads of the runtime. Returns the
    /// answer too.
    async fn make_large_line(
        &mut self,
        answer: Result<ToolOutput, ToolError>,
        elapsed: Duration,
    ) -> (Result<ToolOutput, ToolError>, Option<Vec<u8>>) {
        let (facts, redactor) = (self.facts.clone(), Arc::clone(&self.recorder.redactor));
        let (notes, recorded) = (lock(&self.notes).clone(), self.recorded.take());
        let make = move || {
            let new =
                || RecordedArguments::new(facts.arguments.as_str(), answer.is_ok(), &redactor);
            let recorded = recorded.unwrap_or_else(new);
            let line = facts.line(&recorded, &answer, elapsed, &notes, &redactor);
            (answer, recorded, line)
        };
        match compute(make).await {
            Ok((answer, recorded, line)) => {
                let _ = self.recorded.set(recorded);
                (answer, Some(line))
            }
            Err(error) => (Err(error), None),
        }
    }

    /// Returns the record that the call begins.
    fn begin_line(&self) -> Vec<u8> {
        let mut notes = lock(&self.notes);
        let (recorded, elapsed) = (self.recorded(None), self.started.elapsed());
        let record = self.facts.record(recorded, None, elapsed, &notes);
        let line = record.to_line(&self.recorder.redactor);
        // It is written even if the call is cancelled meanwhile.
        notes.has_begun = true;
        line
    }

    /// Returns `true` if arguments are checked and recorded beside the threads of the runtime.
    pub(super) fn is_large(&self) -> bool {
        self.facts.arguments.as_str().len() > LARGE
    }

    /// Masks the secrets in large arguments beside the threads of the runtime, before a record needs
    /// them.
    async fn record_large_arguments(&self) {
        let is_needed = self.recorder.log.is_some() && self.recorded.get().is_none();
        if !is_needed || !self.is_large() {
            return;
        }
        let arguments = self.facts.arguments.clone();
        let redactor = Arc::clone(&self.recorder.redactor);
        let record = move || RecordedArguments::new(arguments.as_str(), false, &redactor);
        // If the server shuts down, the thread of the call does it.
        if let Ok(recorded) = Box::pin(compute(record)).await {
            let _ = self.recorded.set(recorded);
        }
    }

    /// Returns the arguments without secrets.
    fn recorded(&self, outcome: Option<CallOutcome>) -> &RecordedArguments {
        let is_accepted = outcome == Some(CallOutcome::Ok);
        let arguments = self.facts.arguments.as_str();
        self.recorded
            .get_or_init(|| RecordedArguments::new(arguments, is_accepted, &self.recorder.redactor))
    }

    /// Returns a guard that counts the call as ended.
    ///
    /// A guard, because the future may be dropped while the record is being written.
    fn count_when_dropped(
        &self,
        outcome: CallOutcome,
        elapsed: Duration,
        notes: &Notes,
    ) -> CountWhenDropped<'a> {
        self.recorder.metrics.count_repairs(&notes.repairs);
        if let Some(passed) = self.facts.context.passed_on() {
            let upstream = self.recorder.metrics.of_upstream(&passed.upstream);
            upstream.begin();
            upstream.end(outcome, elapsed);
        }
        CountWhenDropped {
            counters: self.counters,
            outcome,
            elapsed,
        }
    }
}

struct CountWhenDropped<'a> {
    counters: &'a Counters,
    outcome: CallOutcome,
    elapsed: Duration,
}

impl Drop for CountWhenDropped<'_> {
    fn drop(&mut self) {
        self.counters.end(self.outcome, self.elapsed);
    }
}

impl<S: Subject> Drop for InFlightCall<'_, S> {
    fn drop(&mut self) {
        if self.is_finished {
            return;
        }
        let outcome = if self.facts.context.is_waiting() {
            CallOutcome::InputRequired
        } else {
            CallOutcome::Error(ErrorKind::Cancelled)
        };
        let elapsed = self.started.elapsed();
        let notes = mem::take(&mut *lock(&self.notes));
        drop(self.count_when_dropped(outcome, elapsed, &notes));
        self.trace(outcome, elapsed, None);
        if let Some(log) = &self.recorder.log {
            let recorded = self.recorded(Some(outcome));
            let record = self.facts.record(recorded, Some(outcome), elapsed, &notes);
            log.post(record.to_line(&self.recorder.redactor));
        }
    }
}
