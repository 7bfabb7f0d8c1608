//! What a server sends to a client while a call runs: an [`InputRequest`], such as a [`SampleRequest`], which
//! may fail with an [`AskError`], and a [`Notice`].

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::client_profile::ClientProfile;
use crate::core::{
    content::{Content, Role},
    error::{MissingCapability, ToolError},
    schema::Schema,
};

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
    /// A question of another server, passed on as it is.
    Passed(PassedRequest),
}

/// A question of another server, passed on as it is.
#[derive(Debug, Clone, PartialEq)]
pub struct PassedRequest {
    method: &'static str,
    params: Value,
}

impl PassedRequest {
    /// The methods of questions.
    const METHODS: [&str; 3] = ["elicitation/create", "sampling/createMessage", "roots/list"];

    /// Whether the question is to open a page.
    fn is_page(&self) -> bool {
        self.params["mode"] == "url"
    }
}

impl InputRequest {
    /// Passes on a question of another server. Returns `None` if `method` is not one of a question.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolwright::call::InputRequest;
    ///
    /// let question = InputRequest::passed("elicitation/create", json!({"message": "Name?"}));
    /// assert_eq!(question.map(|it| it.method()), Some("elicitation/create"));
    /// assert_eq!(InputRequest::passed("tools/call", json!({})), None);
    /// ```
    #[must_use]
    pub fn passed(method: &str, params: Value) -> Option<Self> {
        let mut known = PassedRequest::METHODS.into_iter();
        let method = known.find(|known| *known == method)?;
        Some(Self::Passed(PassedRequest { method, params }))
    }

    /// The method of the protocol.
    #[must_use]
    pub const fn method(&self) -> &'static str {
        match self {
            Self::Form { .. } | Self::Page { .. } => "elicitation/create",
            Self::Sample(_) => "sampling/createMessage",
            Self::Roots => "roots/list",
            Self::Passed(passed) => passed.method,
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
            Self::Passed(passed) => passed.params.clone(),
        }
    }

    /// Returns method and parameters as one object, as in a result of type `input_required`.
    #[doc(hidden)]
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({"method": self.method(), "params": self.params()})
    }

    /// The capability that the client must have declared.
    #[doc(hidden)]
    #[must_use]
    pub fn capability(&self) -> Value {
        match self {
            Self::Form { .. } => json!({"elicitation": {}}),
            Self::Page { .. } => json!({"elicitation": {"url": {}}}),
            Self::Sample(_) => json!({"sampling": {}}),
            Self::Roots => json!({"roots": {}}),
            Self::Passed(passed) if passed.is_page() => json!({"elicitation": {"url": {}}}),
            Self::Passed(passed) => match passed.method {
                "elicitation/create" => json!({"elicitation": {}}),
                "roots/list" => json!({"roots": {}}),
                _ => json!({"sampling": {}}),
            },
        }
    }

    /// Whether `client` declared the capability.
    #[doc(hidden)]
    #[must_use]
    pub fn is_allowed_by(&self, client: &ClientProfile) -> bool {
        let can = client.capabilities;
        match self {
            Self::Form { .. } => can.elicitation_form,
            Self::Page { .. } => can.elicitation_url,
            Self::Sample(_) => can.sampling,
            Self::Roots => can.roots,
            Self::Passed(passed) if passed.is_page() => can.elicitation_url,
            Self::Passed(passed) => match passed.method {
                "elicitation/create" => can.elicitation_form,
                "roots/list" => can.roots,
                _ => can.sampling,
            },
        }
    }

    /// Whether `response` has the shape of an answer to this question.
    #[doc(hidden)]
    #[must_use]
    pub fn is_answered_by(&self, response: &Value) -> bool {
        match self.method() {
            "elicitation/create" => response
                .get("action")
                .and_then(Value::as_str)
                .is_some_and(|action| matches!(action, "accept" | "decline" | "cancel")),
            "roots/list" => response.get("roots").is_some_and(Value::is_array),
            _ => response.get("content").is_some() && response.get("role").is_some(),
        }
    }
}

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

/// The error of a question to the client or to the person behind it.
///
/// It converts into a [`ToolError`], so `?` works in a tool. Match on it to handle a refusal:
///
/// ```
/// use toolwright::{call::AskError, prelude::*};
///
/// /// Greet the person.
/// #[tool]
/// async fn greet(ctx: Context) -> Result<String, ToolError> {
///     match ctx.ask::<String>("What is your name?").await {
///         Ok(name) => Ok(format!("Hello {name}")),
///         Err(AskError::Declined | AskError::Dismissed) => Ok("Hello stranger".into()),
///         Err(error) => Err(error.into()),
///     }
/// }
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum AskError {
    /// The person declined.
    Declined,
    /// The person dismissed the question.
    Dismissed,
    /// The client did not declare the capability that the question needs.
    Unsupported {
        /// The capability, as a client declares it.
        required: Value,
    },
    /// No client can show this question. The text says why.
    Unaskable(String),
    /// The answer does not fit the question. The text says why.
    Invalid(String),
    /// The client answered with an error, or disconnected.
    Failed(String),
}

impl fmt::Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Declined => f.write_str("the person declined to answer"),
            Self::Dismissed => f.write_str("the person dismissed the question"),
            Self::Unsupported { required } => MissingCapability(required).fmt(f),
            Self::Unaskable(why) => write!(f, "the question cannot be asked: {why}"),
            Self::Invalid(why) => write!(f, "the client's answer is invalid: {why}"),
            Self::Failed(why) => write!(f, "the client did not answer: {why}"),
        }
    }
}

impl From<AskError> for ToolError {
    fn from(error: AskError) -> Self {
        match error {
            AskError::Unsupported { required } => Self::MissingCapability { required },
            other => Self::failed(other.to_string()),
        }
    }
}

/// A message to the client while a call runs.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Notice {
    /// Progress of the work.
    Progress {
        /// The progress so far.
        progress: f64,
        /// The progress at the end, if known.
        total: Option<f64>,
        /// A message for people.
        message: Option<String>,
    },
    /// A message for the client's log.
    Log {
        /// The severity.
        level: LogLevel,
        /// The part of the server that says it.
        logger: Option<String>,
        /// The message: text, or any JSON.
        data: Value,
    },
}

/// The severity of a log message, as in syslog.
///
/// Levels are ordered: `LogLevel::Error > LogLevel::Info`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names are those of syslog")]
pub enum LogLevel {
    Debug,
    Info,
    Notice,
    Warning,
    Error,
    Critical,
    Alert,
    Emergency,
}
