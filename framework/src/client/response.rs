//! Responses, as a client receives them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Value, value::RawValue};

use super::question_handler::InputQuestion;
use crate::{
    core::{Content, Meta, ToolOutput},
    server::{Error, Result, RpcError},
};

/// A JSON-RPC response: a result or an error. The result may be large, so it stays text.
#[derive(Deserialize)]
pub(super) struct RpcResponse {
    pub(super) result: Option<Box<RawValue>>,
    pub(super) error: Option<RpcError>,
}

/// The type of a result.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ResultKind {
    #[serde(default)]
    result_type: String,
}

/// A result with questions, which must be answered before the call goes on.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct InputRequired {
    pub(super) input_requests: BTreeMap<String, InputQuestion>,
    #[serde(default)]
    pub(super) request_state: Value,
}

/// The result of `tools/call`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CallResult {
    #[serde(default)]
    content: Vec<Content>,
    structured_content: Option<Box<RawValue>>,
    #[serde(default)]
    is_error: bool,
    #[serde(default, rename = "_meta")]
    meta: Meta,
}

impl From<CallResult> for ToolOutput {
    fn from(result: CallResult) -> Self {
        let mut output = Self::from(result.content);
        output.structured = result.structured_content;
        output.is_error = result.is_error;
        output.meta = result.meta;
        output
    }
}

/// Returns the questions in a result, if it is of the type `input_required`.
pub(super) fn input_required(result: &RawValue) -> Result<Option<InputRequired>> {
    let kind: ResultKind = parse(result.get().as_bytes())?;
    match kind.result_type.as_str() {
        "input_required" => parse(result.get().as_bytes()).map(Some),
        _ => Ok(None),
    }
}

pub(super) fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T> {
    serde_json::from_slice(bytes).map_err(unexpected)
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "the shape that `map_err` wants"
)]
fn unexpected(error: serde_json::Error) -> Error {
    Error::Client(format!("unexpected JSON: {error}"))
}

pub(super) fn from_value<T: DeserializeOwned>(value: Value) -> Result<T> {
    serde_json::from_value(value).map_err(unexpected)
}

pub(super) fn to_value(value: &impl Serialize) -> Result<Value> {
    serde_json::to_value(value).map_err(unexpected)
}
