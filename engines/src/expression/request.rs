//! The messages between the engine and its workers: a [`Request`] on a line, a [`Reply`] on a line.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{error::ExpressionError, form::Form};

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
