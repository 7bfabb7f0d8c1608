//! [`Task`]: a call that goes on after its request was answered.

use std::{
    sync::{Arc, Mutex, MutexGuard},
    time::{Duration, Instant, SystemTime},
};

use serde::Serialize;
use serde_json::{Map, Value, json, value::RawValue};
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;
use toolwright_base::{cut_text, lock, token};

use crate::{
    core::{AskError, BoxFuture, ClientProfile, Identity, InputRequest, Notice},
    server::protocol::RpcError,
};

/// How long a task is kept after its creation.
pub(crate) const TIME_TO_LIVE: Duration = Duration::from_secs(3600);
/// How often a client should poll a task.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// The longest message of a progress that is kept, in bytes.
const MAX_MESSAGE: usize = 1024;

/// A call that goes on after its request was answered.
#[derive(Debug)]
pub(crate) struct Task {
    id: String,
    /// The identity of the caller, if it has one.
    owner: Option<Arc<Identity>>,
    created: SystemTime,
    born: Instant,
    cancellation: CancellationToken,
    state: Mutex<TaskState>,
}

#[derive(Debug)]
struct TaskState {
    status: Status,
    updated: SystemTime,
    questions: Vec<TaskQuestion>,
    progress: Option<TaskProgress>,
}

/// The last progress that the call has reported.
#[derive(Debug, Serialize)]
struct TaskProgress {
    progress: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

impl TaskProgress {
    /// Returns it as people read it: `reading (3 of 10)`.
    fn text(&self) -> String {
        let count = match self.total {
            Some(total) => format!("{} of {total}", self.progress),
            None => self.progress.to_string(),
        };
        match &self.message {
            Some(message) => format!("{message} ({count})"),
            None => count,
        }
    }
}

#[derive(Debug)]
enum Status {
    Working,
    Completed(Box<RawValue>),
    Failed(RpcError),
    Cancelled,
}

#[derive(Debug)]
struct TaskQuestion {
    key: String,
    request: InputRequest,
    answer: oneshot::Sender<Value>,
}

impl Task {
    pub(super) fn new(client: &ClientProfile) -> Self {
        let now = SystemTime::now();
        let state = TaskState {
            status: Status::Working,
            updated: now,
            questions: Vec::new(),
            progress: None,
        };
        Self {
            id: token::random(),
            owner: client.identity.clone(),
            created: now,
            born: Instant::now(),
            cancellation: CancellationToken::new(),
            state: Mutex::new(state),
        }
    }

    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// Returns whether the task is one of `client`. Clients without an identity share theirs: the
    /// id, which cannot be guessed, tells them apart.
    pub(crate) fn belongs_to(&self, client: &ClientProfile) -> bool {
        match (&self.owner, &client.identity) {
            (None, None) => true,
            (Some(owner), Some(caller)) => owner.id() == caller.id(),
            _ => false,
        }
    }

    /// Returns whether the task has outlived [`TIME_TO_LIVE`].
    pub(crate) fn is_expired(&self) -> bool {
        self.born.elapsed() > TIME_TO_LIVE
    }

    /// Returns the size of the result.
    pub(super) fn result_bytes(&self) -> usize {
        match &self.lock().status {
            Status::Completed(result) => result.get().len(),
            _ => 0,
        }
    }

    pub(crate) fn is_running(&self) -> bool {
        matches!(self.lock().status, Status::Working)
    }

    /// Waits until the task is cancelled.
    pub(crate) async fn cancelled(&self) {
        self.cancellation.cancelled().await;
    }

    /// Keeps a progress of the call for the client's next poll. Other notices are dropped.
    pub(crate) fn notify(&self, notice: Notice) {
        if let Notice::Progress {
            progress,
            total,
            message,
        } = notice
        {
            let message = message.map(|text| cut_text(&text, MAX_MESSAGE).into_owned());
            let progress = TaskProgress {
                progress,
                total,
                message,
            };
            self.update(|state| state.progress = Some(progress));
        }
    }

    /// Adds a question that the client finds when it polls, and waits for the answer.
    pub(crate) fn ask(
        &self,
        key: String,
        request: InputRequest,
    ) -> BoxFuture<'_, Result<Value, AskError>> {
        Box::pin(async move {
            let (answer, answered) = oneshot::channel();
            self.update(|state| {
                state.questions.push(TaskQuestion {
                    key,
                    request,
                    answer,
                })
            });
            answered
                .await
                .map_err(|_| AskError::Failed("the task has ended".into()))
        })
    }

    /// Passes each response to the question that it fits. The others are ignored.
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

    /// Stores the result of the call.
    pub(crate) fn finish(&self, result: Result<Box<RawValue>, RpcError>) {
        self.end(match result {
            Ok(result) => Status::Completed(result),
            Err(error) => Status::Failed(error),
        });
    }

    /// Cancels the task and stops its work. A task that has ended stays as it is.
    pub(crate) fn cancel(&self) {
        self.end(Status::Cancelled);
        self.cancellation.cancel();
    }

    /// Ends the task, unless it has ended already.
    fn end(&self, status: Status) {
        self.update(|state| {
            state.status = status;
            state.questions.clear();
        });
    }

    /// Returns the task as `tools/call` reports its creation.
    pub(crate) fn summary(&self) -> Map<String, Value> {
        self.describe(&self.lock())
    }

    /// Returns the task as `tasks/get` reports it, with its questions, result or error.
    pub(crate) fn detail(&self) -> Map<String, Value> {
        let state = self.lock();
        let mut detail = self.describe(&state);
        if let Some(progress) = &state.progress {
            detail.insert("statusMessage".into(), progress.text().into());
            detail.insert("progress".into(), json!(progress));
        }
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

    fn describe(&self, state: &TaskState) -> Map<String, Value> {
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
            ("createdAt", json!(rfc3339(self.created))),
            ("lastUpdatedAt", json!(rfc3339(state.updated))),
            ("ttlMs", json!(TIME_TO_LIVE.as_millis())),
            ("pollIntervalMs", json!(POLL_INTERVAL.as_millis())),
        ];
        pairs
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect()
    }

    /// Applies `change`, unless the task has ended.
    fn update(&self, change: impl FnOnce(&mut TaskState)) {
        let mut state = self.lock();
        if matches!(state.status, Status::Working) {
            change(&mut state);
            state.updated = SystemTime::now();
        }
    }

    /// Locks the state, and drops the questions whose call no longer waits.
    fn lock(&self) -> MutexGuard<'_, TaskState> {
        let mut state = lock(&self.state);
        state
            .questions
            .retain(|question| !question.answer.is_closed());
        state
    }
}

fn rfc3339(time: SystemTime) -> String {
    humantime::format_rfc3339_millis(time).to_string()
}
