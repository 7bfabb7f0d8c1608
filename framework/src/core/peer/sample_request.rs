//! [`SampleRequest`]: a request to the client's model.

use serde::{Deserialize, Serialize};

use crate::core::content::{Content, Role};

/// A request to the client's model. [`Context::sample`](crate::Context::sample) builds it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SampleRequest {
    /// The conversation so far.
    pub messages: Vec<SampleMessage>,
    /// The most tokens of the answer.
    pub max_tokens: u32,
    /// The system prompt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub system_prompt: Option<String>,
    /// The sampling temperature.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
}

/// One message of a conversation with a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SampleMessage {
    /// The speaker.
    pub role: Role,
    /// The content.
    pub content: Content,
}
