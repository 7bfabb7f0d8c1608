//! [`Question`]: a question to a person, and the errors of asking and of answering.

use std::{
    io,
    time::{Duration, SystemTime},
};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use toolwright::call::Caller;

/// How long a question stays in its folder after its end, so that a late answer is refused with the
/// reason.
const KEPT_AFTER_END: Duration = Duration::from_secs(60 * 60);

/// The kind of answer that a question asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum QuestionKind {
    /// Any text.
    Text,
    /// One of the choices.
    Choice,
    /// Yes or no.
    Confirm,
}

/// A question that has not been asked yet.
#[derive(Debug, Clone)]
pub struct NewQuestion {
    pub question: String,
    pub kind: QuestionKind,
    /// The choices of [`QuestionKind::Choice`].
    pub choices: Vec<String>,
    /// The name of the client.
    pub asked_by: Option<String>,
    /// The caller that limits count by.
    pub caller: Caller,
}

/// A question, as it is stored in its file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    pub id: String,
    pub question: String,
    pub kind: QuestionKind,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked_by: Option<String>,
    pub asked_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    #[serde(default)]
    pub(super) caller: String,
    /// The bell of the process that waits for the answer.
    #[serde(default)]
    pub(super) bell: String,
    #[serde(flatten)]
    pub(super) state: QuestionState,
}

/// The state of a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "lowercase")]
pub(super) enum QuestionState {
    /// It has no answer yet.
    Open,
    /// It has an answer.
    Answered { answer: String },
    /// Its deadline passed.
    Expired,
    /// The caller stopped waiting.
    Withdrawn,
    /// A person refused to answer.
    Dismissed,
}

impl Question {
    pub(super) fn new(
        id: String,
        new: NewQuestion,
        bell: String,
        now: SystemTime,
        time: Duration,
    ) -> Self {
        Self {
            id,
            question: new.question,
            kind: new.kind,
            choices: new.choices,
            asked_by: new.asked_by,
            asked_at: now.into(),
            expires_at: (now + time).into(),
            caller: new.caller.to_string(),
            bell,
            state: QuestionState::Open,
        }
    }

    /// Returns whether it has no answer yet and its deadline is not over.
    pub(super) fn is_open(&self, now: SystemTime) -> bool {
        self.state == QuestionState::Open && !self.is_past(now)
    }

    fn is_past(&self, now: SystemTime) -> bool {
        SystemTime::from(self.expires_at) <= now
    }

    /// Closes the question now.
    pub(super) fn close(&mut self, state: QuestionState, now: SystemTime) {
        self.state = state;
        self.expires_at = self.expires_at.min(now.into());
    }

    /// Returns whether its file can be removed.
    pub(super) fn is_old(&self, now: SystemTime) -> bool {
        SystemTime::from(self.expires_at) + KEPT_AFTER_END <= now
    }

    /// Returns the caller whose call asked it.
    pub fn caller(&self) -> &str {
        &self.caller
    }

    /// Returns how long somebody will wait for the answer.
    pub fn time_left(&self, now: SystemTime) -> Duration {
        let end = SystemTime::from(self.expires_at);
        end.duration_since(now).unwrap_or(Duration::ZERO)
    }

    /// Returns this question as one that a person refused to answer.
    ///
    /// # Errors
    /// If the question is not open.
    pub(super) fn dismissed(mut self, now: SystemTime) -> Result<Self, AnswerError> {
        self.check_open(now)?;
        self.close(QuestionState::Dismissed, now);
        Ok(self)
    }

    fn check_open(&self, now: SystemTime) -> Result<(), AnswerError> {
        let id = self.id.clone();
        match &self.state {
            QuestionState::Answered { answer } => Err(AnswerError::Answered {
                id,
                answer: answer.clone(),
            }),
            QuestionState::Withdrawn | QuestionState::Dismissed => Err(AnswerError::Withdrawn(id)),
            QuestionState::Expired => Err(AnswerError::Expired(id)),
            QuestionState::Open if self.is_past(now) => Err(AnswerError::Expired(id)),
            QuestionState::Open => Ok(()),
        }
    }

    /// Returns this question with its answer.
    ///
    /// # Errors
    /// If the question is not open, or `answer` is not of its kind.
    pub(super) fn answered(mut self, answer: &str, now: SystemTime) -> Result<Self, AnswerError> {
        self.check_open(now)?;
        let answer = self.kind.parse_answer(answer, &self.choices);
        self.state = QuestionState::Answered {
            answer: answer.map_err(AnswerError::Invalid)?,
        };
        Ok(self)
    }
}

impl QuestionKind {
    /// Returns the answer that `text` means: one of the choices as it is written there, `yes` or
    /// `no`, or the trimmed text.
    ///
    /// # Errors
    /// If it is not an answer. The error says what would be.
    pub fn parse_answer(self, text: &str, choices: &[String]) -> Result<String, String> {
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

/// The error of a question without an answer.
#[derive(Debug, thiserror::Error)]
pub enum InboxError {
    /// Nobody answered in time.
    #[error("nobody answered within {0:?}")]
    Expired(Duration),
    /// The file of the question is gone.
    #[error("the question was removed")]
    Removed,
    /// A person refused to answer.
    #[error("the person refused to answer")]
    Dismissed,
    /// There are too many open questions.
    #[error("{0} questions are waiting already")]
    Full(usize),
    /// The caller has too many open questions.
    #[error("{0} questions of this caller are waiting already")]
    FullForCaller(usize),
    /// The folder of questions cannot be used.
    #[error("the folder of questions cannot be used: {0}")]
    Unavailable(#[from] io::Error),
}

/// The error of an answer that was refused.
#[derive(Debug, thiserror::Error)]
pub enum AnswerError {
    /// There is no such question.
    #[error("there is no question `{0}`")]
    Unknown(String),
    /// The question has an answer.
    #[error("the question `{id}` was already answered with `{answer}`")]
    Answered { id: String, answer: String },
    /// The deadline is over.
    #[error("the question `{0}` has expired: nobody is waiting for the answer")]
    Expired(String),
    /// The caller stopped waiting.
    #[error("the question `{0}` was withdrawn: nobody is waiting for the answer")]
    Withdrawn(String),
    /// The text is not an answer of the wanted kind.
    #[error("{0}")]
    Invalid(String),
    /// The folder of questions cannot be used.
    #[error("the folder of questions cannot be used: {0}")]
    Unavailable(#[from] io::Error),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_of_the_kind_that_the_question_wants() {
        let choices = ["Red".to_owned(), "red".to_owned(), "blue sky ".to_owned()];
        for (kind, text, expected) in [
            (QuestionKind::Text, " hi\nthere ", Ok("hi\nthere")),
            (QuestionKind::Text, " \n", Err("the answer is empty")),
            (QuestionKind::Confirm, "Yes", Ok("yes")),
            (QuestionKind::Confirm, "n", Ok("no")),
            (
                QuestionKind::Confirm,
                "maybe",
                Err("`maybe` is neither `yes` nor `no`"),
            ),
            (QuestionKind::Choice, "red", Ok("red")),
            (QuestionKind::Choice, "RED", Ok("Red")),
            (QuestionKind::Choice, "Blue sky", Ok("blue sky ")),
            (
                QuestionKind::Choice,
                "green",
                Err("`green` is not one of the choices: `Red`, `red`, `blue sky `"),
            ),
        ] {
            let found = kind.parse_answer(text, &choices);
            let found = found.as_deref().map_err(String::as_str);
            assert_eq!(found, expected, "{text}");
        }
    }
}
