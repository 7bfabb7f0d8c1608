//! [`Question`]: what a person is asked, and what came of it.

use std::time::{Duration, SystemTime};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::error::AnswerError;

/// How long a question stays in its folder after its deadline, so that who answers late learns why that is too late.
const AFTERLIFE: Duration = Duration::from_secs(60 * 60);

/// What kind of answer a question wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// Any text.
    Text,
    /// One of several.
    Choice,
    /// Yes or no.
    Confirm,
}

/// A question that has not been asked yet.
#[derive(Debug, Clone)]
pub(crate) struct Draft {
    pub(crate) question: String,
    pub(crate) kind: Kind,
    /// What there is to choose from.
    pub(crate) choices: Vec<String>,
    /// Whose question it is.
    pub(crate) asked_by: Option<String>,
}

/// A question, as its file has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Question {
    pub(crate) id: String,
    pub(crate) question: String,
    pub(crate) kind: Kind,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) choices: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) asked_by: Option<String>,
    pub(crate) asked_at: DateTime<Utc>,
    pub(crate) expires_at: DateTime<Utc>,
    #[serde(flatten)]
    pub(super) state: State,
}

/// What has come of a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "lowercase")]
pub(super) enum State {
    /// It waits.
    Open,
    /// It has an answer.
    Answered { answer: String },
    /// Its time was over.
    Expired,
    /// Who asked does not want to know any more.
    Withdrawn,
}

impl Question {
    pub(super) fn new(id: String, draft: Draft, now: SystemTime, patience: Duration) -> Self {
        Self {
            id,
            question: draft.question,
            kind: draft.kind,
            choices: draft.choices,
            asked_by: draft.asked_by,
            asked_at: now.into(),
            expires_at: (now + patience).into(),
            state: State::Open,
        }
    }

    /// Whether an answer would reach somebody.
    pub(super) fn is_open(&self, now: SystemTime) -> bool {
        self.state == State::Open && !self.is_past(now)
    }

    fn is_past(&self, now: SystemTime) -> bool {
        SystemTime::from(self.expires_at) <= now
    }

    /// Whether its file can go.
    pub(super) fn is_forgotten(&self, now: SystemTime) -> bool {
        SystemTime::from(self.expires_at) + AFTERLIFE <= now
    }

    /// How long somebody waits for the answer.
    pub(crate) fn time_left(&self, now: SystemTime) -> Duration {
        let end = SystemTime::from(self.expires_at);
        end.duration_since(now).unwrap_or(Duration::ZERO)
    }

    /// This question with its answer.
    pub(super) fn answered(mut self, answer: &str, now: SystemTime) -> Result<Self, AnswerError> {
        let id = self.id.clone();
        match self.state {
            State::Answered { answer } => return Err(AnswerError::Answered { id, answer }),
            State::Withdrawn => return Err(AnswerError::Withdrawn(id)),
            State::Expired => return Err(AnswerError::Expired(id)),
            State::Open if self.is_past(now) => return Err(AnswerError::Expired(id)),
            State::Open => {}
        }
        let answer = self.kind.fitting(answer, &self.choices);
        self.state = State::Answered {
            answer: answer.map_err(AnswerError::Unfit)?,
        };
        Ok(self)
    }
}

impl Kind {
    /// The answer that `text` is: a choice as it was written, `yes` or `no`, a text without what is around it.
    ///
    /// # Errors
    /// Says what would be an answer.
    pub(crate) fn fitting(self, text: &str, choices: &[String]) -> Result<String, String> {
        let text = text.trim();
        match self {
            Self::Text if text.is_empty() => Err("the answer is empty".into()),
            Self::Text => Ok(text.to_owned()),
            Self::Confirm => match text.to_lowercase().as_str() {
                "yes" | "y" | "true" => Ok("yes".into()),
                "no" | "n" | "false" => Ok("no".into()),
                _ => Err(format!("`{text}` is neither `yes` nor `no`")),
            },
            Self::Choice => {
                let same = |choice: &&String| choice.trim() == text;
                let alike = |choice: &&String| choice.trim().to_lowercase() == text.to_lowercase();
                let found = choices.iter().find(same);
                let found = found.or_else(|| choices.iter().find(alike));
                found.cloned().ok_or_else(|| {
                    let choices: Vec<_> = choices.iter().map(|one| format!("`{one}`")).collect();
                    format!("`{text}` is not one of the choices: {}", choices.join(", "))
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_fits_its_kind() {
        let choices = ["Red".to_owned(), "red".to_owned(), "blue sky ".to_owned()];
        for (kind, text, expected) in [
            (Kind::Text, " hi\nthere ", Ok("hi\nthere")),
            (Kind::Text, " \n", Err("the answer is empty")),
            (Kind::Confirm, "Yes", Ok("yes")),
            (Kind::Confirm, "n", Ok("no")),
            (
                Kind::Confirm,
                "maybe",
                Err("`maybe` is neither `yes` nor `no`"),
            ),
            (Kind::Choice, "red", Ok("red")),
            (Kind::Choice, "RED", Ok("Red")),
            (Kind::Choice, "Blue sky", Ok("blue sky ")),
            (
                Kind::Choice,
                "green",
                Err("`green` is not one of the choices: `Red`, `red`, `blue sky `"),
            ),
        ] {
            let found = kind.fitting(text, &choices);
            let found = found.as_deref().map_err(String::as_str);
            assert_eq!(found, expected, "{text}");
        }
    }
}
