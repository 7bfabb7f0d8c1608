//! [`ExpressionError`]: why an expression has no value, split by what its reader can do.

use std::{fmt, io};

use serde::{Deserialize, Serialize};

/// Why an expression has no value.
#[derive(Debug, thiserror::Error, Serialize, Deserialize)]
#[non_exhaustive]
pub(crate) enum ExpressionError {
    /// It is not an expression. The reader mends the text.
    #[error("syntax error in line {line}, column {column}: {message}")]
    Syntax {
        /// From 1 on.
        line: u32,
        /// From 1 on, in characters.
        column: u32,
        /// What is wrong there.
        message: String,
    },
    /// It uses a name that nobody gave. The reader gives the variable or mends the name.
    #[error("{message}")]
    Undefined {
        /// Which, and perhaps what was meant.
        message: String,
    },
    /// A variable has a name that no expression could use. The reader renames it.
    #[error(
        "`{0}` cannot be the name of a variable: letters, digits and `_` are wanted, and no word of Python"
    )]
    Variable(String),
    /// It goes too far. The reader asks for less.
    #[error("{0}")]
    Limit(Limit),
    /// It wants what no expression may have. The reader does without.
    #[error("refused: {0}")]
    Refused(String),
    /// Python raised an exception. The reader mends the values.
    #[error("{kind}: {message}")]
    Raised {
        /// For instance `ZeroDivisionError`.
        kind: String,
        /// For instance `division by zero`.
        message: String,
    },
    /// The result cannot be written as JSON. The reader turns it into something that can.
    #[error("the result has no JSON form: {0}")]
    Result(String),
    /// The sandbox does not work. No reader of this can mend it.
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

/// A limit that an expression met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Limit {
    /// The text is longer than this many bytes.
    Expression(usize),
    /// The variables are longer than this many bytes.
    Variables(usize),
    /// The result is longer than this many bytes.
    Result(usize),
    /// The values, or calls and lists inside of each other, need more memory than there is: this many bytes for values.
    Memory(u64),
    /// Calls, parentheses or lists lie too deep inside of each other.
    Depth,
    /// It takes longer than this many milliseconds.
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
