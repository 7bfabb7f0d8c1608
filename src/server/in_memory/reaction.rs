//! What the in-memory client answers when the server asks.

use std::{collections::BTreeMap, fmt};

use serde_json::{Map, Value, json};

use super::input_question::InputQuestion;

type Answerer = dyn Fn(&InputQuestion) -> Reaction + Send + Sync;

/// How a client reacts to a question.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Reaction {
    /// The person fills the form in with this object.
    Accept(Value),
    /// The person says no.
    Decline,
    /// The person closes the question.
    Cancel,
    /// The client answers with this, whatever was asked: a model's answer, roots.
    Raw(Value),
    /// The client leaves the question open.
    Ignore,
}

/// The answers, if the client has any.
#[derive(Default)]
pub(super) struct Answers(Option<Box<Answerer>>);

impl fmt::Debug for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() {
            "Answers"
        } else {
            "no answers"
        })
    }
}

impl Answers {
    pub(super) fn new(answer: impl Fn(&InputQuestion) -> Reaction + Send + Sync + 'static) -> Self {
        Self(Some(Box::new(answer)))
    }

    /// What the client declares that it can be asked.
    pub(super) fn capabilities(&self) -> Value {
        match self.0 {
            Some(_) => json!({"elicitation": {"form": {}, "url": {}}, "sampling": {}, "roots": {}}),
            None => json!({}),
        }
    }

    pub(super) fn to(&self, questions: BTreeMap<String, InputQuestion>) -> Value {
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
