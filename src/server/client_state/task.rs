//! [`Task`]: a call that goes on after its request was answered.

use std::{
    sync::{Arc, Mutex, MutexGuard},
    time::{Duration, Instant, SystemTime},
};

use serde_json::{Map, Value, json, value::RawValue};
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use crate::core::{AskError, BoxFuture, InputRequest, lock, token};
use crate::server::protocol::RpcError;

/// How long a task is kept.
pub(crate) const TIME_TO_LIVE: Duration = Duration::from_secs(3600);
/// How often a client should ask for it.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// A call that goes on after its request was answered.
#[derive(Debug)]
pub(crate) struct Task {
    id: String,
    created: SystemTime,
    born: Instant,
    cancellation: CancellationToken,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    status: Status,
    updated: SystemTime,
    questions: Vec<Question>,
}

#[derive(Debug)]
enum Status {
    Working,
    Completed(Box<RawValue>),
    Failed(RpcError),
    Cancelled,
}

#[derive(Debug)]
struct Question {
    key: String,
    request: InputRequest,
    answer: oneshot::Sender<Value>,
}

impl Task {
    pub(super) fn new() -> Self {
        let now = SystemTime::now();
        let state = State {
            status: Status::Working,
            updated: now,
            questions: Vec::new(),
        };
        Self {
            id: token::random(),
            created: now,
            born: Instant::now(),
            cancellation: CancellationToken::new(),
            state: Mutex::new(state),
        }
    }

    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// Whether it was kept long enough.
    pub(crate) fn is_expired(&self) -> bool {
        self.born.elapsed() > TIME_TO_LIVE
    }

    pub(crate) fn is_running(&self) -> bool {
        matches!(self.lock().status, Status::Working)
    }

    /// Waits until the client takes it back.
    pub(crate) async fn cancelled(&self) {
        self.cancellation.cancelled().await;
    }

    /// Asks the client; the call waits for the answer.
    pub(crate) fn ask(
        &self,
        key: String,
        request: InputRequest,
    ) -> BoxFuture<'_, Result<Value, AskError>> {
        Box::pin(async move {
            let (answer, answered) = oneshot::channel();
            self.update(|state| {
                state.questions.push(Question {
                    key,
                    request,
                    answer,
                })
            });
            answered
                .await
                .map_err(|_| AskError::Failed("the task is over".into()))
        })
    }

    /// Hands answers to the questions they fit; the rest is ignored.
    pub(crate) fn answer(&self, mut responses: Map<String, Value>) {
        self.update(|state| {
            for question in std::mem::take(&mut state.questions) {
                match responses.remove(&question.key) {
                    Some(response) if question.request.is_answered_by(&response) => {
                        let _ = question.answer.send(response);
                    }
                    _ => state.questions.push(question),
                }
            }
        });
    }

    /// The call ended.
    pub(crate) fn finish(&self, result: Result<Box<RawValue>, RpcError>) {
        self.end(match result {
            Ok(result) => Status::Completed(result),
            Err(error) => Status::Failed(error),
        });
    }

    /// The client takes it back; the work is stopped. Nothing happens to a task that is over.
    pub(crate) fn cancel(&self) {
        self.end(Status::Cancelled);
        self.cancellation.cancel();
    }

    /// The first end counts.
    fn end(&self, status: Status) {
        self.update(|state| {
            state.status = status;
            state.questions.clear();
        });
    }

    /// What a client is told when it is created.
    pub(crate) fn summary(&self) -> Map<String, Value> {
        self.describe(&self.lock())
    }

    /// What a client is told when it asks.
    pub(crate) fn detail(&self) -> Map<String, Value> {
        let state = self.lock();
        let mut detail = self.describe(&state);
        match &state.status {
            Status::Working if !state.questions.is_empty() => {
                let questions = state.questions.iter();
                let open =
                    questions.map(|question| (question.key.clone(), question.request.to_json()));
                detail.insert("inputRequests".into(), Value::Object(open.collect()));
            }
            Status::Completed(result) => {
                detail.insert("result".into(), json!(result));
            }
            Status::Failed(error) => {
                detail.insert("error".into(), json!(error));
            }
            Status::Working | Status::Cancelled => {}
        }
        detail
    }

    fn describe(&self, state: &State) -> Map<String, Value> {
        let status = match state.status {
            Status::Working if !state.questions.is_empty() => "input_required",
            Status::Working => "working",
            Status::Completed(_) => "completed",
            Status::Failed(_) => "failed",
            Status::Cancelled => "cancelled",
        };
        let pairs = [
            ("taskId", json!(self.id)),
            ("status", json!(status)),
            ("createdAt", json!(written(self.created))),
            ("lastUpdatedAt", json!(written(state.updated))),
            ("ttlMs", json!(TIME_TO_LIVE.as_millis())),
            ("pollIntervalMs", json!(POLL_INTERVAL.as_millis())),
        ];
        pairs
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect()
    }

    /// Changes it, unless it is over.
    fn update(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.lock();
        if matches!(state.status, Status::Working) {
            change(&mut state);
            state.updated = SystemTime::now();
        }
    }

    /// Its state, without questions that nobody waits for any more.
    fn lock(&self) -> MutexGuard<'_, State> {
        let mut state = lock(&self.state);
        state
            .questions
            .retain(|question| !question.answer.is_closed());
        state
    }
}

fn written(time: SystemTime) -> String {
    humantime::format_rfc3339_millis(time).to_string()
}
