//! The parameters of every request, read in one pass; what is large stays text.

use std::{borrow::Cow, collections::BTreeMap};

use serde::Deserialize;
use serde_json::value::RawValue;

use super::rpc_error::RpcError;
use crate::core::{ClientCapabilities, Implementation, LogLevel};

/// The parameters that the methods of the protocol have between them.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Params<'a> {
    #[serde(borrow, rename = "_meta")]
    pub(crate) meta: Option<RequestMeta<'a>>,
    #[serde(borrow)]
    pub(crate) name: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(crate) uri: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(crate) task_id: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(crate) arguments: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) cursor: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(crate) input_responses: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) request_state: Option<Cow<'a, str>>,
    pub(crate) level: Option<LogLevel>,
    #[serde(borrow)]
    pub(crate) notifications: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) protocol_version: Option<Cow<'a, str>>,
    pub(crate) capabilities: Option<ClientCapabilities>,
    pub(crate) client_info: Option<Implementation>,
    #[serde(rename = "ref")]
    pub(crate) reference: Option<Reference>,
    pub(crate) argument: Option<PartialArgument>,
    pub(crate) context: Option<CompletionContext>,
}

/// The `_meta` of a request.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct RequestMeta<'a> {
    #[serde(borrow, default, rename = "progressToken")]
    pub(crate) progress_token: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "io.modelcontextprotocol/protocolVersion")]
    pub(crate) protocol_version: Option<Cow<'a, str>>,
    #[serde(default, rename = "io.modelcontextprotocol/clientInfo")]
    pub(crate) client_info: Option<Implementation>,
    #[serde(default, rename = "io.modelcontextprotocol/clientCapabilities")]
    pub(crate) client_capabilities: Option<ClientCapabilities>,
    #[serde(default, rename = "io.modelcontextprotocol/logLevel")]
    pub(crate) log_level: Option<LogLevel>,
}

/// What is completed: an argument of a prompt, or a variable of a template.
#[derive(Debug, Deserialize)]
#[serde(tag = "type")]
pub(crate) enum Reference {
    #[serde(rename = "ref/prompt")]
    Prompt { name: String },
    #[serde(rename = "ref/resource")]
    Resource { uri: String },
}

/// What a person has typed so far.
#[derive(Debug, Deserialize)]
pub(crate) struct PartialArgument {
    pub(crate) name: String,
    pub(crate) value: String,
}

/// What else is known while completing.
#[derive(Debug, Deserialize)]
pub(crate) struct CompletionContext {
    #[serde(default)]
    pub(crate) arguments: BTreeMap<String, String>,
}

impl<'a> Params<'a> {
    pub(crate) fn parse(json: &'a [u8]) -> Result<Self, RpcError> {
        serde_json::from_slice(json)
            .map_err(|error| RpcError::invalid_params(format!("invalid params: {error}")))
    }

    pub(crate) fn name(&self) -> Result<&str, RpcError> {
        self.name.as_deref().ok_or_else(|| missing("name"))
    }

    pub(crate) fn uri(&self) -> Result<&str, RpcError> {
        self.uri.as_deref().ok_or_else(|| missing("uri"))
    }

    pub(crate) fn task_id(&self) -> Result<&str, RpcError> {
        self.task_id.as_deref().ok_or_else(|| missing("taskId"))
    }

    /// The arguments of a prompt: a map of text.
    pub(crate) fn text_arguments(&self) -> Result<BTreeMap<String, String>, RpcError> {
        let Some(raw) = self.arguments else {
            return Ok(BTreeMap::new());
        };
        serde_json::from_str(raw.get()).map_err(|_| {
            RpcError::invalid_params("the `arguments` of a prompt must be an object of strings")
        })
    }
}

pub(crate) fn missing(name: &str) -> RpcError {
    RpcError::invalid_params(format!("`params.{name}` is missing"))
}
