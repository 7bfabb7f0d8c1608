//! What the record of a call is made of: the [`Subject`] of the call, [`CallFacts`] that are known when
//! it begins, [`Notes`] that are taken while it runs, its [`RecordedArguments`] and its [`CallOutcome`].

use std::{
    borrow::Cow,
    iter,
    sync::Arc,
    time::{Duration, SystemTime},
};

use toolwright_base::{Redactor, cut_text};

use super::argument_secrets;
use crate::core::{
    Arguments, Context, ErrorKind, ExecutionId, ItemKind, Repair, Tool, ToolError, ToolOutput,
};

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

/// The subject of a recorded call: a tool, a resource, a prompt or a completion.
pub(super) trait Subject: Clone + Send + 'static {
    /// The name of the tool that the call counts for, or of the item itself.
    fn name(&self) -> &str;

    /// The kind of tool or item.
    fn kind(&self) -> &str;

    /// Returns `true` if a call may change something.
    fn may_change(&self) -> bool;
}

impl Subject for Arc<dyn Tool> {
    fn name(&self) -> &str {
        self.definition().name()
    }

    fn kind(&self) -> &str {
        self.definition().kind()
    }

    fn may_change(&self) -> bool {
        self.definition().hints().read_only != Some(true)
    }
}

/// A resource, a prompt or a completion.
#[derive(Debug, Clone)]
pub(super) struct UsedItem {
    pub(super) name: String,
    pub(super) kind: ItemKind,
}

impl Subject for UsedItem {
    fn name(&self) -> &str {
        &self.name
    }

    fn kind(&self) -> &str {
        self.kind.as_str()
    }

    fn may_change(&self) -> bool {
        false
    }
}

/// How a call ended, for the log and for metrics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum CallOutcome {
    Ok,
    /// The call failed with an error of this kind.
    Error(ErrorKind),
    /// The call asked a person. The client sends it again with the answer.
    InputRequired,
}

impl CallOutcome {
    /// The number of outcomes.
    pub(crate) const COUNT: usize = ErrorKind::ALL.len() + 2;

    /// Returns all outcomes.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let errors = ErrorKind::ALL.map(Self::Error);
        iter::once(Self::Ok)
            .chain(errors)
            .chain(iter::once(Self::InputRequired))
    }

    pub(crate) fn of(answer: &Result<ToolOutput, ToolError>) -> Self {
        match answer {
            Ok(output) if output.is_error => {
                Self::Error(output.error_kind.unwrap_or(ErrorKind::ToolExecutionError))
            }
            Ok(_) => Self::Ok,
            Err(error) => Self::of_error(error),
        }
    }

    pub(crate) const fn of_error(error: &ToolError) -> Self {
        Self::Error(error.kind())
    }

    /// Returns a number below [`COUNT`](Self::COUNT) that no other outcome has.
    pub(crate) const fn index(self) -> usize {
        match self {
            Self::Ok => 0,
            Self::InputRequired => 1,
            Self::Error(kind) => 2 + kind as usize,
        }
    }

    /// Returns `true` if the call failed. A call that asked a person has not failed.
    pub(crate) const fn is_error(self) -> bool {
        matches!(self, Self::Error(_))
    }

    /// Returns the word for the outcome.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Error(kind) => kind.as_str(),
            Self::InputRequired => "input_required",
        }
    }
}

/// The number of bytes above which arguments are checked and recorded on a thread of their own.
/// With 64 KiB, handing a call to another thread and back takes longer than the work.
pub(super) const LARGE: usize = 128 * 1024;

/// The arguments of a call without secrets, made once for all of its records.
#[derive(Debug, Default)]
pub(super) struct RecordedArguments {
    /// JSON, or `None` if it is the same as that of the call.
    changed: Option<Box<str>>,
    /// Finds the secrets among the arguments, which other texts of the call may repeat.
    pub(super) secrets: Option<Box<Redactor>>,
}

impl RecordedArguments {
    /// Masks the secrets in `arguments`. What is not JSON becomes a JSON string. `is_accepted` says
    /// that a tool has accepted the arguments, so that they are JSON.
    pub(super) fn new(arguments: &str, is_accepted: bool, redactor: &Redactor) -> Self {
        if !is_accepted && !is_json(arguments) {
            return Self::text(&redactor.redact_text(arguments));
        }
        let Cow::Owned(shown) = redactor.redact_json(arguments) else {
            return Self::default();
        };
        let secrets = argument_secrets::redactor_of(arguments);
        let shown = match secrets.as_ref().map(|secrets| secrets.redact_json(&shown)) {
            Some(Cow::Owned(without)) => without,
            _ => shown,
        };
        Self {
            changed: Some(shown.into()),
            secrets: secrets.map(Box::new),
        }
    }

    /// Masks the secrets in `arguments`, and keeps their beginning if they are longer than `most`.
    pub(super) fn cut(arguments: &str, redactor: &Redactor, most: usize) -> Self {
        if arguments.len() <= most {
            return Self::new(arguments, false, redactor);
        }
        let shown = redactor.redact_json(arguments);
        Self::text(&cut_text(&shown, most))
    }

    fn text(text: &str) -> Self {
        // A string always serialises.
        let json = serde_json::to_string(text).unwrap_or_default();
        Self {
            changed: Some(json.into()),
            secrets: None,
        }
    }

    /// Returns the JSON of a record, for a call with these arguments.
    pub(super) fn json<'a>(&'a self, arguments: &'a str) -> &'a str {
        self.changed.as_deref().unwrap_or(arguments)
    }

    /// Masks the secrets of the call in another text.
    pub(super) fn redact_text<'a>(&self, text: &'a str) -> Cow<'a, str> {
        match &self.secrets {
            Some(secrets) => secrets.redact_text(text),
            None => text.into(),
        }
    }
}

/// Returns `true` if `json` is JSON. Only a program that uses the executor itself can pass
/// something else: requests over the wire were parsed before.
fn is_json(json: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(json).is_ok()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_outcome_has_a_number_and_a_word_of_its_own() {
        let numbers: BTreeSet<_> = CallOutcome::all().map(CallOutcome::index).collect();
        assert_eq!(numbers, (0..CallOutcome::COUNT).collect());
        let words: BTreeSet<_> = CallOutcome::all().map(CallOutcome::as_str).collect();
        assert_eq!(words.len(), CallOutcome::COUNT);
    }
}
