//! A call that another server runs as a task: it is polled until it ends, with its questions and its
//! progress.

use std::{collections::BTreeMap, time::Duration};

use serde::Deserialize;
use serde_json::{Value, json, value::RawValue};

use super::{exchange::Exchange, progress::ProgressJson};
use crate::{
    client::{
        connection::{Connection, ConnectionError, RawRequest},
        question_handler::InputQuestion,
    },
    core::{Refusal, TASKS_EXTENSION},
    server::INTERNAL_ERROR,
};

/// The pause between two polls of a task that does not name one, and the limits of the pause that it may name.
const INTERVAL: Duration = Duration::from_millis(500);
const MIN_INTERVAL: Duration = Duration::from_millis(20);
const MAX_INTERVAL: Duration = Duration::from_secs(10);
/// The time limit of one poll.
const TIMEOUT: Duration = Duration::from_secs(30);
/// The polls in a row that may fail because the server cannot be reached.
const MAX_FAILURES: u32 = 5;

/// The result of a call that goes on as a task.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CreatedTask {
    result_type: String,
    task_id: String,
    poll_interval_ms: Option<u64>,
}

/// A task, as `tasks/get` reports it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TaskJson {
    status: String,
    poll_interval_ms: Option<u64>,
    status_message: Option<String>,
    progress: Option<ProgressJson>,
    #[serde(default)]
    input_requests: BTreeMap<String, InputQuestion>,
    result: Option<Box<RawValue>>,
    error: Option<Value>,
}

impl CreatedTask {
    /// Reads the result of a call. It is `None` unless the call goes on as a task.
    pub(super) fn of(connection: &Connection, result: &RawValue) -> Option<Self> {
        let created: Self = match connection.has_tasks() {
            true => serde_json::from_str(result.get()).ok()?,
            false => return None,
        };
        (created.result_type == "task").then_some(created)
    }
}

/// Cancels a task when it is dropped before the task has ended.
struct Running<'a> {
    connection: &'a Connection,
    id: String,
    has_ended: bool,
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        if !self.has_ended {
            let params = json!({"taskId": self.id}).to_string();
            let request = RawRequest::new("tasks/cancel").params(params);
            let request = request
                .name(self.id.clone())
                .capabilities(capabilities())
                .timeout(TIMEOUT);
            self.connection.request_in_background(request);
        }
    }
}

/// The capabilities of a client that polls a task.
fn capabilities() -> Value {
    json!({"extensions": {TASKS_EXTENSION: {}}})
}

impl Exchange<'_> {
    /// Waits until a task has ended, and returns the result of its call. The client of the call gets a
    /// task too, if it knows them.
    ///
    /// # Errors
    /// That of the call, or if the server does not know the task any more.
    pub(super) async fn finish(
        &self,
        created: CreatedTask,
        keys: &mut BTreeMap<String, usize>,
    ) -> Result<Box<RawValue>, ConnectionError> {
        let mut running = Running {
            connection: self.connection,
            id: created.task_id,
            has_ended: false,
        };
        self.request.context().background().await;
        let (mut interval, mut told) = (created.poll_interval_ms, (None, None));
        loop {
            tokio::time::sleep(pause(interval)).await;
            let task = self.poll(&running.id).await?;
            interval = task.poll_interval_ms;
            self.tell(&task, &mut told).await;
            match task.status.as_str() {
                "working" => {}
                "input_required" => {
                    self.answer_task(&running.id, task.input_requests, keys)
                        .await?;
                }
                status => {
                    running.has_ended = true;
                    return ended(status, task.result, task.error);
                }
            }
        }
    }

    /// Asks how a task is, again while the server cannot be reached: the call must not run twice.
    async fn poll(&self, id: &str) -> Result<TaskJson, ConnectionError> {
        let mut failures = 0;
        loop {
            let answer = self.of_task("tasks/get", id, json!({"taskId": id})).await;
            let text = match answer {
                Err(error) if error.is_transient() && failures < MAX_FAILURES => {
                    failures += 1;
                    tokio::time::sleep(INTERVAL * failures).await;
                    continue;
                }
                // Another kind of error would be taken for one of a call that never ran.
                Err(error) if error.is_transient() => {
                    return Err(invalid(format!("its task `{id}` is lost: {error}")));
                }
                answer => answer?,
            };
            let task = serde_json::from_str(text.get());
            return task.map_err(|error| invalid(format!("of a task: {error}")));
        }
    }

    /// Answers the questions of a task.
    async fn answer_task(
        &self,
        id: &str,
        questions: BTreeMap<String, InputQuestion>,
        keys: &mut BTreeMap<String, usize>,
    ) -> Result<(), ConnectionError> {
        self.may_be_asked()?;
        let answers = self.answer_all(questions, keys).await?;
        let params = json!({"taskId": id, "inputResponses": answers});
        self.of_task("tasks/update", id, params).await.map(drop)
    }

    async fn of_task(
        &self,
        method: &str,
        id: &str,
        params: Value,
    ) -> Result<Box<RawValue>, ConnectionError> {
        let request = RawRequest::new(method).params(params.to_string()).name(id);
        let request = request.capabilities(capabilities()).timeout(TIMEOUT);
        self.connection.request(request).await
    }

    /// Passes on what a task says of itself, once.
    async fn tell(&self, task: &TaskJson, told: &mut (Option<f64>, Option<String>)) {
        let done = task.progress.as_ref().map(|progress| progress.progress);
        let message = task.status_message.clone();
        if (done, &message) == (told.0, &told.1) {
            return;
        }
        *told = (done, message.clone());
        let context = self.request.context();
        match (&task.progress, message) {
            (Some(progress), _) => progress.pass_on(context).await,
            (None, Some(message)) => context.progress_with(0.0, None, message).await,
            (None, None) => {}
        }
    }
}

/// Returns the result of a task that has ended.
fn ended(
    status: &str,
    result: Option<Box<RawValue>>,
    error: Option<Value>,
) -> Result<Box<RawValue>, ConnectionError> {
    match (status, result, error) {
        ("completed", Some(result), _) => Ok(result),
        ("cancelled", ..) => Err(ConnectionError::Refused(Refusal::new(
            INTERNAL_ERROR,
            "the server has cancelled the task",
        ))),
        ("failed", _, Some(error)) => {
            let code = error["code"].as_i64().unwrap_or(INTERNAL_ERROR);
            let message = error["message"].as_str().unwrap_or("the task has failed");
            let mut refusal = Refusal::new(code, message);
            refusal.data = error.get("data").cloned();
            Err(ConnectionError::Refused(refusal))
        }
        (status, ..) => Err(invalid(format!("a task that is `{status}` has no result"))),
    }
}

fn pause(wanted: Option<u64>) -> Duration {
    wanted
        .map_or(INTERVAL, Duration::from_millis)
        .clamp(MIN_INTERVAL, MAX_INTERVAL)
}

fn invalid(why: String) -> ConnectionError {
    ConnectionError::Invalid(why)
}
