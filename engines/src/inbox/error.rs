//! The errors of questions and of answers.

use std::{io, time::Duration};

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
