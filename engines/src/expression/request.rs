//! The messages between the server and a worker that evaluates expressions, and the [`Form`] of a
//! program.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::error::ExpressionError;

/// An expression to evaluate.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Request<'a> {
    #[serde(borrow)]
    pub(super) expression: Cow<'a, str>,
    pub(super) variables: Cow<'a, Map<String, Value>>,
    pub(super) form: Form,
}

/// The value of an expression.
pub(super) type Reply = Result<Value, ExpressionError>;

/// The form of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Form {
    /// One expression, whose value is the result.
    Expression,
    /// Statements, the last of which is `result = …`.
    Statements,
}
