//! What an engine and its worker say to each other: one line of JSON there, one line back.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::error::ExpressionError;

/// What a worker is asked.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Request<'a> {
    #[serde(borrow)]
    pub(super) expression: Cow<'a, str>,
    pub(super) variables: Cow<'a, Map<String, Value>>,
}

/// What it answers.
pub(super) type Reply = Result<Value, ExpressionError>;
