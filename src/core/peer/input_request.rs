//! [`InputRequest`]: what a server can ask a client for.

use serde_json::{Value, json};

use super::{client_profile::ClientProfile, sample_request::SampleRequest};
use crate::core::schema::Schema;

/// What a server can ask a client for.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum InputRequest {
    /// A form for a person.
    Form {
        /// What the person reads.
        message: String,
        /// The fields.
        schema: Schema,
    },
    /// A page for a person.
    Page {
        /// What the person reads.
        message: String,
        /// Where the page is.
        url: String,
    },
    /// An answer of the client's model.
    Sample(SampleRequest),
    /// The client's roots.
    Roots,
}

impl InputRequest {
    /// The protocol's method for it.
    #[must_use]
    pub const fn method(&self) -> &'static str {
        match self {
            Self::Form { .. } | Self::Page { .. } => "elicitation/create",
            Self::Sample(_) => "sampling/createMessage",
            Self::Roots => "roots/list",
        }
    }

    /// The parameters of that method.
    #[must_use]
    pub fn params(&self) -> Value {
        match self {
            Self::Form { message, schema } => {
                json!({"mode": "form", "message": message, "requestedSchema": schema})
            }
            Self::Page { message, url } => json!({"mode": "url", "message": message, "url": url}),
            Self::Sample(request) => json!(request),
            Self::Roots => json!({}),
        }
    }

    /// Method and parameters, as they stand in a result that asks.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({"method": self.method(), "params": self.params()})
    }

    /// The capability that a client must have declared for it.
    #[must_use]
    pub fn capability(&self) -> Value {
        match self {
            Self::Form { .. } => json!({"elicitation": {}}),
            Self::Page { .. } => json!({"elicitation": {"url": {}}}),
            Self::Sample(_) => json!({"sampling": {}}),
            Self::Roots => json!({"roots": {}}),
        }
    }

    /// Whether `client` declared that capability.
    #[must_use]
    pub const fn is_allowed_by(&self, client: &ClientProfile) -> bool {
        let can = client.capabilities;
        match self {
            Self::Form { .. } => can.elicitation_form,
            Self::Page { .. } => can.elicitation_url,
            Self::Sample(_) => can.sampling,
            Self::Roots => can.roots,
        }
    }

    /// Whether `response` has the shape of an answer to this.
    #[must_use]
    pub fn is_answered_by(&self, response: &Value) -> bool {
        match self {
            Self::Form { .. } | Self::Page { .. } => response
                .get("action")
                .and_then(Value::as_str)
                .is_some_and(|action| matches!(action, "accept" | "decline" | "cancel")),
            Self::Sample(_) => response.get("content").is_some() && response.get("role").is_some(),
            Self::Roots => response.get("roots").is_some_and(Value::is_array),
        }
    }
}
