//! The rounds of one request: a server of 2026-07-28 may answer with questions, and wants the request again
//! with the answers; or with a task, which is waited for.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, value::RawValue};

use super::{exchange::Exchange, task::CreatedTask};
use crate::client::{connection::ConnectionError, question_handler::InputQuestion};

/// The most rounds of questions of one request.
const MAX_ROUNDS: usize = 16;

/// A result with questions, as servers of 2026-07-28 ask.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct InputRequired {
    result_type: String,
    #[serde(default)]
    input_requests: BTreeMap<String, InputQuestion>,
    #[serde(default)]
    request_state: Option<Value>,
}

impl Exchange<'_> {
    /// Sends the request, and again with the answers while the server asks.
    ///
    /// # Errors
    /// That of the request, or if the server asks too often.
    pub(super) async fn run(&self) -> Result<Box<RawValue>, ConnectionError> {
        let (mut answered, mut keys) = (String::new(), BTreeMap::new());
        for _ in 0..MAX_ROUNDS {
            let result = self.round(&answered).await?;
            if let Some(created) = CreatedTask::of(self.connection, &result) {
                return self.finish(created, &mut keys).await;
            }
            let Some(asked) = self.input_required(&result) else {
                return Ok(result);
            };
            let answers = self.answer_all(asked.input_requests, &mut keys).await?;
            answered = format!(",\"inputResponses\":{answers}");
            if let Some(state) = asked.request_state {
                answered.push_str(&format!(",\"requestState\":{state}"));
            }
        }
        Err(ConnectionError::Invalid(format!(
            "it asked more than {MAX_ROUNDS} times"
        )))
    }

    /// Returns the questions in a result, if it is one of questions. Only servers of 2026-07-28 ask so.
    fn input_required(&self, result: &RawValue) -> Option<InputRequired> {
        if !self.connection.revision().is_modern() {
            return None;
        }
        let asked: InputRequired = serde_json::from_str(result.get()).ok()?;
        (asked.result_type == "input_required").then_some(asked)
    }
}
