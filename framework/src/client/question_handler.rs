//! How a client answers questions: an [`InputQuestion`] gets a [`Reaction`].

use std::{collections::BTreeMap, fmt, sync::Arc};

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::core::{ClientCapabilities, InputRequest};

type AnswerFunction = dyn Fn(&InputQuestion) -> Reaction + Send + Sync;

/// The function that answers questions, if the client has one.
#[derive(Clone, Default)]
pub(super) struct QuestionHandler(Option<Arc<AnswerFunction>>);

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
        Self(Some(Arc::new(answer)))
    }

    /// Returns the capabilities that the client declares.
    pub(super) fn capabilities(&self) -> Value {
        match self.0 {
            Some(_) => json!(ClientCapabilities::ALL),
            None => json!({}),
        }
    }

    /// Answers `questions`. Those that the function ignores are left out.
    pub(super) fn answer(&self, questions: BTreeMap<String, InputQuestion>) -> Value {
        let answers = questions.into_iter();
        let answers = answers.filter_map(|(key, question)| Some((key, self.react(&question)?)));
        Value::Object(answers.collect::<Map<_, _>>())
    }

    /// Answers one question. Returns `None` if the function ignores it.
    pub(super) fn react(&self, question: &InputQuestion) -> Option<Value> {
        match self.0.as_ref()?(question) {
            Reaction::Accept(content) => {
                let content = with_defaults(content, &question.params["requestedSchema"]);
                Some(json!({"action": "accept", "content": content}))
            }
            Reaction::Decline => Some(json!({"action": "decline"})),
            Reaction::Cancel => Some(json!({"action": "cancel"})),
            Reaction::Raw(value) => Some(value),
            Reaction::Ignore => None,
        }
    }
}

/// Adds the defaults of a form's fields that were left out.
fn with_defaults(content: Value, form: &Value) -> Value {
    let Value::Object(mut content) = content else {
        return content;
    };
    let fields = form["properties"].as_object().into_iter().flatten();
    for (name, field) in fields {
        if let (Some(default), false) = (field.get("default"), content.contains_key(name)) {
            content.insert(name.clone(), default.clone());
        }
    }
    Value::Object(content)
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
    /// The user submits the form with this object. Fields that it leaves out get their defaults.
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
