//! [`Outcome`]: how a call ended.

use std::iter;

use crate::core::{ErrorKind, ToolError, ToolOutput};

/// How a call ended, for the log and for metrics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Outcome {
    Ok,
    /// The call failed with an error of this kind.
    Error(ErrorKind),
    /// The call asked a person. The client sends it again with the answer.
    InputRequired,
}

impl Outcome {
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_outcome_has_a_number_and_a_word_of_its_own() {
        let numbers: BTreeSet<_> = Outcome::all().map(Outcome::index).collect();
        assert_eq!(numbers, (0..Outcome::COUNT).collect());
        let words: BTreeSet<_> = Outcome::all().map(Outcome::as_str).collect();
        assert_eq!(words.len(), Outcome::COUNT);
    }
}
