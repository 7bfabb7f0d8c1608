//! [`CallFacts`] and [`Notes`]: what the records of a call are made of.

use std::time::{Duration, SystemTime};

use toolwright_base::Redactor;

use super::{
    call_record::CallRecord, outcome::Outcome, recorded_arguments::RecordedArguments,
    subject::Subject,
};
use crate::core::{Arguments, Context, ExecutionId, Repair, ToolError, ToolOutput};

/// The facts about a call that are known when it begins.
#[derive(Debug, Clone)]
pub(super) struct CallFacts<S> {
    pub(super) id: ExecutionId,
    pub(super) time: SystemTime,
    pub(super) subject: S,
    pub(super) context: Context,
    /// The arguments before repair.
    pub(super) arguments: Arguments,
}

/// The facts about a call that become known while it runs.
#[derive(Debug, Clone, Default)]
pub(super) struct Notes {
    pub(super) repairs: Vec<Repair>,
    /// The time that the call waited for the concurrency limit.
    pub(super) queued: Duration,
    /// Whether the log has a record that the call began.
    pub(super) has_begun: bool,
    /// Whether the call was refused because the log cannot be written. Then it is not recorded.
    pub(super) is_refused: bool,
}

impl<S: Subject> CallFacts<S> {
    /// Creates a record of the call, without an output and without an error. It begins if there is
    /// no outcome.
    pub(super) fn record<'r>(
        &'r self,
        recorded: &'r RecordedArguments,
        outcome: Option<Outcome>,
        elapsed: Duration,
        notes: &'r Notes,
    ) -> CallRecord<'r> {
        CallRecord {
            id: self.id,
            time: self.time,
            tool: self.subject.name(),
            kind: Some(self.subject.kind()),
            is_test: self.context.is_test(),
            client: self.context.client(),
            arguments: self.arguments.as_str(),
            recorded,
            repairs: &notes.repairs,
            queued: notes.queued,
            elapsed,
            has_begun: notes.has_begun,
            outcome,
            output: None,
            error: None,
        }
    }

    /// Returns the record of a call that has this answer, as a line of the log.
    pub(super) fn line(
        &self,
        recorded: &RecordedArguments,
        answer: &Result<ToolOutput, ToolError>,
        elapsed: Duration,
        notes: &Notes,
        redactor: &Redactor,
    ) -> Vec<u8> {
        let record = CallRecord {
            output: answer.as_ref().ok(),
            error: answer.as_ref().err(),
            ..self.record(recorded, Some(Outcome::of(answer)), elapsed, notes)
        };
        record.to_line(redactor)
    }
}
