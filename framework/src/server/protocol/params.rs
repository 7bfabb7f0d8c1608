//! [`Params`]: the parameters of a request, parsed in one pass with the message.
//!
//! One struct has the parameters of all methods, because the method may come after them in the
//! text. Large parameters stay JSON text.

use std::{collections::BTreeMap, sync::Arc};

use bytestring::ByteString;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::{
    object::{RequestId, object},
    request_meta::RequestMeta,
    rpc_error::RpcError,
};
use crate::core::{Arguments, ClientCapabilities, Implementation, LogLevel};

/// The parameters of all methods; each method uses some of them.
#[derive(Debug, Default)]
pub(crate) struct Params {
    pub(crate) meta: Option<RequestMeta>,
    pub(crate) name: Option<String>,
    pub(crate) uri: Option<String>,
    pub(crate) task_id: Option<String>,
    /// JSON text, a slice of the message.
    pub(crate) arguments: Option<ByteString>,
    pub(crate) cursor: Option<String>,
    /// JSON text, a slice of the message.
    pub(crate) input_responses: Option<ByteString>,
    pub(crate) request_state: Option<String>,
    pub(crate) request_id: Option<RequestId>,
    pub(crate) level: Option<LogLevel>,
    /// JSON text, a slice of the message.
    pub(crate) notifications: Option<ByteString>,
    pub(crate) protocol_version: Option<String>,
    pub(crate) capabilities: Option<ClientCapabilities>,
    pub(crate) client_info: Option<Arc<Implementation>>,
    pub(crate) reference: Option<Box<Reference>>,
    pub(crate) argument: Option<Box<PartialArgument>>,
    pub(crate) context: Option<Box<CompletionContext>>,
}

/// [`Params`] while they are parsed: large parameters are borrowed from the message.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct BorrowedParams<'a> {
    #[serde(rename = "_meta", deserialize_with = "RequestMeta::read")]
    meta: Option<RequestMeta>,
    name: Option<String>,
    uri: Option<String>,
    task_id: Option<String>,
    #[serde(borrow)]
    arguments: Option<&'a RawValue>,
    cursor: Option<String>,
    #[serde(borrow)]
    input_responses: Option<&'a RawValue>,
    request_state: Option<String>,
    request_id: Option<RequestId>,
    level: Option<LogLevel>,
    #[serde(borrow)]
    notifications: Option<&'a RawValue>,
    protocol_version: Option<String>,
    #[serde(deserialize_with = "object")]
    capabilities: Option<ClientCapabilities>,
    #[serde(deserialize_with = "object")]
    client_info: Option<Arc<Implementation>>,
    #[serde(rename = "ref", deserialize_with = "object")]
    reference: Option<Box<Reference>>,
    #[serde(deserialize_with = "object")]
    argument: Option<Box<PartialArgument>>,
    #[serde(deserialize_with = "object")]
    context: Option<Box<CompletionContext>>,
}

impl BorrowedParams<'_> {
    /// Converts to [`Params`]. The parameters must have been borrowed from `message`.
    pub(super) fn own(self, message: &ByteString) -> Params {
        let piece = |raw: &RawValue| message.slice_ref(raw.get());
        Params {
            meta: self.meta,
            name: self.name,
            uri: self.uri,
            task_id: self.task_id,
            arguments: self.arguments.map(piece),
            cursor: self.cursor,
            input_responses: self.input_responses.map(piece),
            request_state: self.request_state,
            request_id: self.request_id,
            level: self.level,
            notifications: self.notifications.map(piece),
            protocol_version: self.protocol_version,
            capabilities: self.capabilities,
            client_info: self.client_info,
            reference: self.reference,
            argument: self.argument,
            context: self.context,
        }
    }
}

/// The prompt or the resource template whose argument is completed.
#[derive(Debug, Deserialize)]
#[serde(tag = "type")]
pub(crate) enum Reference {
    #[serde(rename = "ref/prompt")]
    Prompt { name: String },
    #[serde(rename = "ref/resource")]
    Resource { uri: String },
}

/// The argument that is completed, with the text typed so far.
#[derive(Debug, Deserialize)]
pub(crate) struct PartialArgument {
    pub(crate) name: String,
    pub(crate) value: String,
}

/// The arguments that are already filled in.
#[derive(Debug, Deserialize)]
pub(crate) struct CompletionContext {
    #[serde(default)]
    pub(crate) arguments: BTreeMap<String, String>,
}

impl Params {
    pub(crate) fn name(&self) -> Result<&str, RpcError> {
        self.name.as_deref().ok_or_else(|| missing("name"))
    }

    pub(crate) fn uri(&self) -> Result<&str, RpcError> {
        self.uri.as_deref().ok_or_else(|| missing("uri"))
    }

    pub(crate) fn task_id(&self) -> Result<&str, RpcError> {
        self.task_id.as_deref().ok_or_else(|| missing("taskId"))
    }

    /// Parses the arguments of a prompt, which are all strings.
    pub(crate) fn text_arguments(&self) -> Result<BTreeMap<String, String>, RpcError> {
        let Some(json) = &self.arguments else {
            return Ok(BTreeMap::new());
        };
        let arguments = Arguments::from_json(json.clone()).to_value();
        arguments.and_then(serde_json::from_value).map_err(|_| {
            RpcError::invalid_params("the `arguments` of a prompt must be an object of strings")
        })
    }
}

/// Creates the error for a missing parameter.
pub(crate) fn missing(name: &str) -> RpcError {
    RpcError::invalid_params(format!("`params.{name}` is missing"))
}
