//! How the client in memory answers questions: an [`InputQuestion`] gets a [`Reaction`].

use std::{collections::BTreeMap, fmt};

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::core::InputRequest;

type AnswerFunction = dyn Fn(&InputQuestion) -> Reaction + Send + Sync;

/// The function that answers questions, if the client has one.
#[derive(Default)]
pub(super) struct QuestionHandler(Option<Box<AnswerFunction>>);

impl fmt::Debug for QuestionHandler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() {
            "QuestionHandler"
        } else {
            "no handler"
        })
    }
}

impl QuestionHandler {
    pub(super) fn new(answer: impl Fn(&InputQuestion) -> Reaction + Send + Sync + 'static) -> Self {
        Self(Some(Box::new(answer)))
    }

    /// Returns the capabilities that the client declares.
    pub(super) fn capabilities(&self) -> Value {
        match self.0 {
            Some(_) => json!({"elicitation": {"form": {}, "url": {}}, "sampling": {}, "roots": {}}),
            None => json!({}),
        }
    }

    /// Answers `questions`. Those that the function ignores are left out.
    pub(super) fn answer(&self, questions: BTreeMap<String, InputQuestion>) -> Value {
        let mut responses = Map::new();
        for (key, question) in questions {
            let response = match self
                .0
                .as_ref()
                .map_or(Reaction::Ignore, |answer| answer(&question))
            {
                Reaction::Accept(content) => json!({"action": "accept", "content": content}),
                Reaction::Decline => json!({"action": "decline"}),
                Reaction::Cancel => json!({"action": "cancel"}),
                Reaction::Raw(value) => value,
                Reaction::Ignore => continue,
            };
            responses.insert(key, response);
        }
        Value::Object(responses)
    }
}

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

/// How a [`Client`](crate::Client) reacts to a question of the server.
///
/// See [`Client::answering`](crate::Client::answering) for an example.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Reaction {
    /// The user submits the form with this object.
    Accept(Value),
    /// The user declines.
    Decline,
    /// The user closes the form.
    Cancel,
    /// The client responds with this value, for example to a sampling request.
    Raw(Value),
    /// The client does not respond.
    Ignore,
}
