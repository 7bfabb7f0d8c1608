//! What a server answers, read.

use std::collections::BTreeMap;

use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, value::RawValue};

use super::input_question::InputQuestion;
use crate::{
    core::{Content, Meta},
    server::{
        error::{Error, Result},
        protocol::RpcError,
    },
};

/// What answers a request: one of the two. The result may be large, so nothing is made of it that nobody wants.
#[derive(Deserialize)]
pub(super) struct Answer {
    pub(super) result: Option<Box<RawValue>>,
    pub(super) error: Option<RpcError>,
}

/// What a result is.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Kind {
    #[serde(default)]
    result_type: String,
}

/// What the server wants to know before it goes on.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Asked {
    pub(super) input_requests: BTreeMap<String, InputQuestion>,
    #[serde(default)]
    pub(super) request_state: Value,
}

/// The result of `tools/call`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CallResult {
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

/// The questions that a result is, if it is some.
pub(super) fn asked(result: &RawValue) -> Result<Option<Asked>> {
    let kind: Kind = parse(result.get().as_bytes())?;
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
pub(super) fn unexpected(error: serde_json::Error) -> Error {
    Error::Usage(format!("unexpected JSON: {error}"))
}
