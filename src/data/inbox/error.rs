//! Why a question has no answer, and why an answer was not taken.

use std::{io, time::Duration};

/// Why a question has no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InboxError {
    /// Nobody answered.
    #[error("nobody answered within {0:?}")]
    Expired(Duration),
    /// The question's file is gone.
    #[error("the question was removed")]
    Removed,
    /// There is no room for another question.
    #[error("{0} questions are waiting already")]
    Full(usize),
    /// The folder of questions cannot be used.
    #[error("the folder of questions: {0}")]
    Unavailable(#[from] io::Error),
}

/// Why an answer was not taken.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AnswerError {
    /// There is no such question.
    #[error("there is no question `{0}`")]
    Unknown(String),
    /// Somebody was faster.
    #[error("the question `{id}` was answered before, with `{answer}`")]
    Answered {
        /// The question.
        id: String,
        /// Its answer.
        answer: String,
    },
    /// Its time was over.
    #[error("the question `{0}` has expired: nobody waits for the answer any more")]
    Expired(String),
    /// Who asked does not want to know any more.
    #[error("the question `{0}` was taken back: nobody waits for the answer any more")]
    Withdrawn(String),
    /// It is no answer to this question.
    #[error("{0}")]
    Unfit(String),
    /// The folder of questions cannot be used.
    #[error("the folder of questions: {0}")]
    Unavailable(#[from] io::Error),
}
