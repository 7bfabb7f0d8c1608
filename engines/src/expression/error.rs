//! [`ExpressionLimits`], and the [`ExpressionError`] of an expression that exceeds them or is
//! wrong.

use std::{fmt, io};

use ruff_python_parser::{ParseError, ParseErrorType};
use serde::{Deserialize, Serialize};
use toolwright_base::CodedText;

use crate::texts::expression as texts;

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
    /// Returns what is said about it.
    pub fn text(&self) -> CodedText {
        match self {
            Self::Syntax {
                line,
                column,
                message,
            } => texts::expression_syntax(*line, *column, message),
            Self::Variable(name) => texts::expression_variable(name),
            Self::Limit(limit) => limit.text(),
            Self::Refused(reason) => texts::expression_refused(reason),
            Self::Result(reason) => texts::result_no_json(reason),
            // The message of the interpreter has no code.
            Self::Undefined { .. } | Self::Raised { .. } | Self::Unavailable(_) => {
                self.to_string().into()
            }
        }
    }

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

impl Limit {
    /// Returns what is said about it.
    fn text(self) -> CodedText {
        match self {
            Self::Expression(bytes) => texts::expression_too_long(bytes),
            Self::Variables(bytes) => texts::variables_too_long(bytes),
            Self::Result(bytes) => texts::result_too_long(bytes),
            Self::Memory(bytes) => texts::expression_memory(bytes / (1024 * 1024)),
            Self::Depth => texts::expression_depth(),
            Self::Time(milliseconds) => texts::expression_time(milliseconds),
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

/// The most bytes of an expression, wherever it is written.
pub(super) const MAX_BYTES: usize = 10 * 1024;

/// The limits of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExpressionLimits {
    /// The most bytes of an expression.
    pub(crate) expression: usize,
    /// The most bytes of variables as JSON.
    pub(crate) variables: usize,
    /// The most bytes of a result as JSON.
    pub(crate) result: usize,
    /// The most milliseconds of processor time for one expression, from the text to the JSON of the
    /// result. Time on the clock does not count: no expression fails because the machine is busy.
    pub(crate) milliseconds: u64,
    /// The most bytes of memory for values. A worker also has its stack
    /// ([`STACK`](super::sandbox::STACK)) and its code.
    pub(crate) memory: u64,
    /// How many expressions are evaluated at once. Further ones wait.
    pub(crate) workers: usize,
}

impl Default for ExpressionLimits {
    /// Two workers together stay below 64 MB: 2 × (16 MB of values + 8 MB of stack + 6 MB of code).
    fn default() -> Self {
        Self {
            expression: MAX_BYTES,
            variables: 1024 * 1024,
            result: 256 * 1024,
            milliseconds: 200,
            memory: 16 * 1024 * 1024,
            workers: 2,
        }
    }
}

/// The modules that a text can use, unless a variable has the same name.
pub(super) const MODULES: [&str; 2] = ["math", "datetime"];

/// The most characters of a message: some contain whole values.
const MAX_CHARACTERS: usize = 400;

/// Returns `text`, cut if it is long.
pub(super) fn shorten(text: &str) -> String {
    match text.char_indices().nth(MAX_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Returns the error of a text that cannot be parsed, with the place in the text.
pub(super) fn syntax_error(text: &str, wrong: &ParseError) -> ExpressionError {
    if matches!(wrong.error, ParseErrorType::RecursionLimitExceeded) {
        return Limit::Depth.into();
    }
    let before = &text[..wrong.location.start().to_usize().min(text.len())];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    ExpressionError::Syntax {
        line: number(before.matches('\n').count() + 1),
        column: number(before[line_start..].chars().count() + 1),
        message: shorten(&wrong.error.to_string()),
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
