//! [`Peer`]: the client behind a call, as tools see it.

mod client_profile;

pub use client_profile::{
    ClientCapabilities, ClientProfile, Implementation, Origin, TASKS_EXTENSION,
};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::core::{
    call::{AskError, SampleRequest},
    schema::Schema,
    tool::BoxFuture,
};

/// The client behind a call. The server implements it for each way that a call can come: a session, a request of its
/// own, a task, a test. A [`Context`](crate::Context) stands on it and on nothing of the wire.
pub trait Peer: Send + Sync {
    /// Who it is, and what it can do.
    fn client(&self) -> &ClientProfile;

    /// The least level that it wants to hear, or none.
    fn log_level(&self) -> Option<LogLevel>;

    /// Whether it wants to hear of progress.
    fn wants_progress(&self) -> bool;

    /// Tells it something while the call runs. Waits when the client reads slowly.
    fn notify(&self, notice: Notice) -> BoxFuture<'_, ()>;

    /// Asks it for something, under a key that is the same when the call is replayed.
    fn request(&self, key: String, request: InputRequest)
    -> BoxFuture<'_, Result<Value, AskError>>;

    /// Closes the response's stream without ending the call: the client comes back for the answer.
    fn release_stream(&self) {}

    /// Goes on in the background, where the client knows tasks: it gets a task now and the answer later.
    fn background(&self) -> BoxFuture<'_, ()> {
        Box::pin(std::future::ready(()))
    }
}

/// What a server tells a client while a call runs.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Notice {
    /// How far the work is.
    Progress {
        /// What is done.
        progress: f64,
        /// What there is to do, if known.
        total: Option<f64>,
        /// What is being done.
        message: Option<String>,
    },
    /// A line for the client's log.
    Log {
        /// How much it matters.
        level: LogLevel,
        /// Text, or any JSON.
        data: Value,
    },
}

/// How much a line of the log matters.
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
