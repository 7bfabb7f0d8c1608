//! [`ExpressionError`]: the errors of expressions, split by what their author can do.

use std::{fmt, io};

use serde::{Deserialize, Serialize};

/// The error of an expression.
#[derive(Debug, thiserror::Error, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ExpressionError {
    /// It is not an expression. The author corrects the text.
    #[error("syntax error in line {line}, column {column}: {message}")]
    Syntax {
        /// Counted from 1.
        line: u32,
        /// Counted from 1, in characters.
        column: u32,
        message: String,
    },
    /// It uses an undefined name. The author passes the variable or corrects the name.
    #[error("{message}")]
    Undefined {
        /// Names it, and perhaps the name that was meant.
        message: String,
    },
    /// A variable has an invalid name. The author renames it.
    #[error(
        "`{0}` cannot be the name of a variable: expected letters, digits and `_`, and no keyword of Python"
    )]
    Variable(String),
    /// It exceeds a limit. The author asks for less.
    #[error("{0}")]
    Limit(Limit),
    /// It uses something that expressions may not. The author does without.
    #[error("refused: {0}")]
    Refused(String),
    /// Python raised an exception. The author corrects the values.
    #[error("{kind}: {message}")]
    Raised {
        /// For instance `ZeroDivisionError`.
        kind: String,
        /// For instance `division by zero`.
        message: String,
    },
    /// The result cannot be written as JSON. The author converts it.
    #[error("the result has no JSON form: {0}")]
    Result(String),
    /// The sandbox does not work. The author cannot change that.
    #[serde(skip)]
    #[error("expressions cannot be evaluated now: {0}")]
    Unavailable(#[source] io::Error),
}

impl ExpressionError {
    pub(super) fn unavailable(message: impl Into<String>) -> Self {
        Self::Unavailable(io::Error::other(message.into()))
    }
}

impl From<Limit> for ExpressionError {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

/// A limit that an expression exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Limit {
    /// The text has more than this many bytes.
    Expression(usize),
    /// The variables have more than this many bytes.
    Variables(usize),
    /// The result has more than this many bytes.
    Result(usize),
    /// Values or nested calls need more memory than this many bytes.
    Memory(u64),
    /// Calls, parentheses or lists are nested too deeply.
    Depth,
    /// It takes more than this many milliseconds.
    Time(u64),
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expression(bytes) => write!(f, "the expression is longer than {bytes} bytes"),
            Self::Variables(bytes) => {
                write!(f, "the variables are longer than {bytes} bytes of JSON")
            }
            Self::Result(bytes) => write!(f, "the result is longer than {bytes} bytes of JSON"),
            Self::Memory(bytes) => write!(
                f,
                "memory limit: the expression needs more than {} MB",
                bytes / (1024 * 1024)
            ),
            Self::Depth => f.write_str("depth limit: the expression or its values nest too deeply"),
            Self::Time(milliseconds) => write!(
                f,
                "time limit: the expression takes longer than {milliseconds} ms"
            ),
        }
    }
}
