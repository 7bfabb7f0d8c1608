//! [`SampleRequest`]: what the client's model is asked.

use serde::{Deserialize, Serialize};

use crate::core::content::{Content, Role};

/// What the client's model is asked.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SampleRequest {
    /// The conversation so far.
    pub messages: Vec<SampleMessage>,
    /// The most tokens to answer with.
    pub max_tokens: u32,
    /// What the model is told first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub system_prompt: Option<String>,
    /// How freely it answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
}

/// One message of a conversation with a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SampleMessage {
    /// Who says it.
    pub role: Role,
    /// What is said.
    pub content: Content,
}
