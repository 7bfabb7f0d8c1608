//! [`QuestionHandler`]: answers the questions of a server for the in-memory client.

use std::{collections::BTreeMap, fmt};

use serde_json::{Map, Value, json};

use super::{input_question::InputQuestion, reaction::Reaction};

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
