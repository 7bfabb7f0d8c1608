//! [`InputRequest`]: a question to the client.

use serde_json::{Value, json};

use super::{client_profile::ClientProfile, sample_request::SampleRequest};
use crate::core::schema::Schema;

/// A question to the client.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum InputRequest {
    /// A form that a person fills in.
    Form {
        /// The text that the person reads.
        message: String,
        /// The fields of the form.
        schema: Schema,
    },
    /// A web page that a person visits.
    Page {
        /// The text that the person reads.
        message: String,
        /// The address of the page.
        url: String,
    },
    /// A request to the client's model.
    Sample(SampleRequest),
    /// The folders that the client works in.
    Roots,
}

impl InputRequest {
    /// The method of the protocol.
    #[must_use]
    pub const fn method(&self) -> &'static str {
        match self {
            Self::Form { .. } | Self::Page { .. } => "elicitation/create",
            Self::Sample(_) => "sampling/createMessage",
            Self::Roots => "roots/list",
        }
    }

    /// The parameters of the method.
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

    /// Returns method and parameters as one object, as in a result of type `input_required`.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({"method": self.method(), "params": self.params()})
    }

    /// The capability that the client must have declared.
    #[must_use]
    pub fn capability(&self) -> Value {
        match self {
            Self::Form { .. } => json!({"elicitation": {}}),
            Self::Page { .. } => json!({"elicitation": {"url": {}}}),
            Self::Sample(_) => json!({"sampling": {}}),
            Self::Roots => json!({"roots": {}}),
        }
    }

    /// Whether `client` declared the capability.
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

    /// Whether `response` has the shape of an answer to this question.
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
