//! [`RpcError`]: a JSON-RPC error, and the mapping of [`ToolError`] to one.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::revision::Revision;
use crate::core::{MissingCapability, TASKS_EXTENSION, ToolError};

pub(crate) const PARSE_ERROR: i64 = -32700;
pub(crate) const INVALID_REQUEST: i64 = -32600;
pub(crate) const METHOD_NOT_FOUND: i64 = -32601;
pub(crate) const INVALID_PARAMS: i64 = -32602;
pub(crate) const INTERNAL_ERROR: i64 = -32603;
/// The code for an unknown resource in revisions before 2026-07-28.
const RESOURCE_NOT_FOUND: i64 = -32002;
pub(crate) const REQUEST_CANCELLED: i64 = -32800;
pub(crate) const HEADER_MISMATCH: i64 = -32020;
pub(crate) const MISSING_CAPABILITY: i64 = -32021;
pub(crate) const UNSUPPORTED_VERSION: i64 = -32022;
/// Not in the specification: the server is shutting down, or a limit is reached.
pub(crate) const BUSY: i64 = -32000;

/// A JSON-RPC error.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct RpcError {
    pub(crate) code: i64,
    pub(crate) message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) data: Option<Value>,
}

impl RpcError {
    pub(crate) fn new(code: i64, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            data: None,
        }
    }

    fn with_data(mut self, data: Value) -> Self {
        self.data = Some(data);
        self
    }

    pub(crate) fn parse_error(message: impl Into<String>) -> Self {
        Self::new(PARSE_ERROR, message)
    }

    pub(crate) fn invalid_request(message: impl Into<String>) -> Self {
        Self::new(INVALID_REQUEST, message)
    }

    pub(crate) fn invalid_params(message: impl Into<String>) -> Self {
        Self::new(INVALID_PARAMS, message)
    }

    pub(crate) fn method_not_found(method: &str) -> Self {
        Self::new(METHOD_NOT_FOUND, format!("unknown method `{method}`"))
    }

    pub(crate) fn header_mismatch(message: impl Into<String>) -> Self {
        Self::new(HEADER_MISMATCH, message)
    }

    pub(crate) fn busy(message: impl Into<String>) -> Self {
        Self::new(BUSY, message)
    }

    pub(crate) fn too_many_subscriptions() -> Self {
        Self::busy("too many subscriptions: try again later")
    }

    pub(crate) fn missing_capability(required: &Value) -> Self {
        Self::new(MISSING_CAPABILITY, MissingCapability(required).to_string())
            .with_data(json!({"requiredCapabilities": required}))
    }

    pub(crate) fn tasks_required() -> Self {
        Self::missing_capability(&json!({"extensions": {TASKS_EXTENSION: {}}}))
    }

    pub(crate) fn unsupported_version(requested: &str) -> Self {
        let supported = Revision::ALL.map(Revision::as_str);
        Self::new(
            UNSUPPORTED_VERSION,
            format!("unsupported protocol version `{requested}`"),
        )
        .with_data(json!({"requested": requested, "supported": supported}))
    }

    /// Maps a tool error to the error that a client of `revision` expects. No other code decides
    /// this.
    pub(crate) fn of(error: &ToolError, revision: Revision) -> Self {
        let message = error.to_string();
        match error {
            ToolError::NotFound(missing) | ToolError::Denied(missing)
                if missing.kind == "resource" =>
            {
                let code = if revision.is_modern() {
                    INVALID_PARAMS
                } else {
                    RESOURCE_NOT_FOUND
                };
                Self::new(code, message).with_data(json!({"uri": missing.name}))
            }
            ToolError::NotFound(_)
            | ToolError::Denied(_)
            | ToolError::Blocked(_)
            | ToolError::InvalidArguments(_) => Self::invalid_params(message),
            ToolError::MissingCapability { required } => Self::missing_capability(required),
            ToolError::Refused(refusal) => Self {
                code: refusal.code,
                message,
                data: refusal.data.clone(),
            },
            ToolError::Cancelled => Self::new(REQUEST_CANCELLED, message),
            ToolError::RateLimited { retry_after } => {
                Self::busy(message).with_data(json!({"retryAfterMs": retry_after.as_millis()}))
            }
            _ => Self::new(INTERNAL_ERROR, message),
        }
    }
}
