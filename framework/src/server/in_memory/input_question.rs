//! [`InputQuestion`]: a question of a server to the in-memory client.

use serde::Deserialize;
use serde_json::Value;

use crate::core::InputRequest;

/// A question of a server to a [`Client`](crate::Client).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[non_exhaustive]
pub struct InputQuestion {
    /// `elicitation/create`, `sampling/createMessage` or `roots/list`.
    pub method: String,
    /// The parameters of that method.
    #[serde(default)]
    pub params: Value,
}

impl InputQuestion {
    /// Returns the text that a user would read.
    #[must_use]
    pub fn message(&self) -> &str {
        self.params["message"].as_str().unwrap_or_default()
    }
}

impl From<&InputRequest> for InputQuestion {
    fn from(request: &InputRequest) -> Self {
        Self {
            method: request.method().to_owned(),
            params: request.params(),
        }
    }
}
