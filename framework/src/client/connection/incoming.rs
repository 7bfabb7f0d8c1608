//! [`Incoming`]: a message from a server; [`Inbox`]: takes those that are not answers.

use std::{
    borrow::Cow,
    collections::HashMap,
    sync::{Arc, Mutex},
};

use bytes::Bytes;
use serde::Deserialize;
use serde_json::{
    Value, json,
    value::{RawValue, to_raw_value},
};
use tokio::{sync::Semaphore, task::AbortHandle};
use toolwright_base::lock;

use super::{error::ConnectionError, handler::Handler};
use crate::{
    core::Refusal,
    server::{INTERNAL_ERROR, RpcError},
};

/// The most questions of a server that are answered at the same time.
const MAX_QUESTIONS: usize = 16;

/// A message from a server, parsed in one pass. What it contains stays text.
#[derive(Deserialize)]
pub(super) struct Incoming<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) method: Option<Cow<'a, str>>,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    #[serde(borrow)]
    error: Option<&'a RawValue>,
}

impl<'a> Incoming<'a> {
    /// Parses a message. Returns `None` if it is not one.
    pub(super) fn parse(bytes: &'a [u8]) -> Option<Self> {
        // An array of the right length would do for serde.
        let starts = bytes.iter().find(|byte| !byte.is_ascii_whitespace())?;
        (*starts == b'{').then(|| serde_json::from_slice(bytes).ok())?
    }

    /// Returns the number of the request that this message answers.
    pub(super) fn answered(&self) -> Option<i64> {
        match self.method {
            None => self.id?.get().parse().ok(),
            Some(_) => None,
        }
    }

    /// Returns the result of a response.
    pub(super) fn into_result(self) -> Result<Box<RawValue>, ConnectionError> {
        match (self.error, self.result) {
            (Some(error), _) => Err(refused(error)),
            (None, Some(result)) => Ok(result.to_owned()),
            (None, None) => Err(ConnectionError::Invalid(
                "a response without a result".into(),
            )),
        }
    }

    /// Returns the token of a progress notification, which is the number of the request.
    pub(super) fn progress_token(&self) -> Option<i64> {
        #[derive(Deserialize)]
        struct Progress {
            #[serde(rename = "progressToken")]
            token: i64,
        }
        if self.method.as_deref() != Some("notifications/progress") {
            return None;
        }
        let progress: Progress = serde_json::from_str(self.params?.get()).ok()?;
        Some(progress.token)
    }

    /// Returns the parameters, or an empty object.
    fn params(&self) -> &'a RawValue {
        self.params.unwrap_or_else(|| empty())
    }

    /// Returns the reply to this message if it is a request: the future of its bytes.
    fn answering(&self, handler: Arc<dyn Handler>) -> Option<Answering> {
        let method = self.method.as_deref()?;
        Some(Answering {
            id: self.id?.to_owned(),
            method: method.to_owned(),
            params: serde_json::from_str(self.params().get()).unwrap_or_default(),
            handler,
        })
    }
}

/// Reads the error of a response. Some servers send a text in place of an object.
fn refused(error: &RawValue) -> ConnectionError {
    let read = serde_json::from_str(error.get());
    let error = read.unwrap_or_else(|_| RpcError::new(INTERNAL_ERROR, error.get()));
    ConnectionError::Refused(Refusal {
        code: error.code,
        message: error.message,
        data: error.data,
    })
}

fn empty() -> &'static RawValue {
    // The deserializer borrows from a static text.
    serde_json::from_str("{}").unwrap_or(RawValue::NULL)
}

/// A request of a server that is being answered.
struct Answering {
    id: Box<RawValue>,
    method: String,
    params: Value,
    handler: Arc<dyn Handler>,
}

impl Answering {
    /// Waits for the handler and returns the message with its answer.
    async fn reply(self) -> Bytes {
        let answer = match self.method.as_str() {
            "ping" => Ok(json!({})),
            method => self.handler.asked(method, self.params).await,
        };
        let message = match answer {
            Ok(result) => json!({"jsonrpc": "2.0", "id": self.id, "result": result}),
            Err(refusal) => {
                let error = RpcError {
                    code: refusal.code,
                    message: refusal.message,
                    data: refusal.data,
                };
                json!({"jsonrpc": "2.0", "id": self.id, "error": error})
            }
        };
        message.to_string().into()
    }
}

/// Receives what a server sends beside its answers: one for each connection.
pub(super) struct Inbox {
    handler: Arc<dyn Handler>,
    questions: Arc<Semaphore>,
    /// The tasks that answer, by the id of the question, so that the server can cancel it.
    answering: Arc<Mutex<HashMap<String, AbortHandle>>>,
}

impl Inbox {
    pub(super) fn new(handler: Arc<dyn Handler>) -> Self {
        Self {
            handler,
            questions: Arc::new(Semaphore::new(MAX_QUESTIONS)),
            answering: Arc::default(),
        }
    }

    /// Takes a notification or a question. `own` is the handler of the request that it belongs to.
    /// `send` sends the answer to a question.
    pub(super) fn take<F: Future + Send + 'static>(
        &self,
        message: &Incoming<'_>,
        own: Option<&Arc<dyn Handler>>,
        send: impl FnOnce(Bytes) -> F + Send + 'static,
    ) {
        let Some(method) = message.method.as_deref() else {
            return;
        };
        let handler = own.filter(|_| !is_of_connection(method));
        let handler = handler.unwrap_or(&self.handler);
        let Some(answering) = message.answering(Arc::clone(handler)) else {
            if method == "notifications/cancelled" {
                self.cancel(message.params());
            }
            return handler.notified(method, message.params());
        };
        // Further questions are dropped: a server that asks without end gets no memory.
        if let Ok(permit) = Arc::clone(&self.questions).try_acquire_owned() {
            let id = answering.id.get().to_owned();
            let (all, own) = (Arc::clone(&self.answering), id.clone());
            // Locked until the task is in the table, which it leaves at its end.
            let mut table = lock(&self.answering);
            let task = tokio::spawn(async move {
                let reply = answering.reply().await;
                lock(&all).remove(&own);
                send(reply).await;
                drop(permit);
            });
            table.insert(id, task.abort_handle());
        }
    }

    /// Gives up the answer to a question that the server has cancelled.
    fn cancel(&self, params: &RawValue) {
        #[derive(Deserialize)]
        struct Cancelled<'a> {
            #[serde(rename = "requestId", borrow)]
            id: &'a RawValue,
        }
        if let Ok(cancelled) = serde_json::from_str::<Cancelled<'_>>(params.get())
            && let Some(task) = lock(&self.answering).remove(cancelled.id.get())
        {
            task.abort();
        }
    }
}

/// Whether a message is about the whole connection, such as a list that has changed.
fn is_of_connection(method: &str) -> bool {
    method.ends_with("list_changed") || method == "notifications/resources/updated"
}

/// Returns a notification as bytes.
pub(super) fn notification(method: &str, params: Option<&RawValue>) -> Bytes {
    let message = match params {
        Some(params) => json!({"jsonrpc": "2.0", "method": method, "params": params}),
        None => json!({"jsonrpc": "2.0", "method": method}),
    };
    message.to_string().into()
}

/// Returns the notification that cancels the request `id`.
pub(super) fn cancelled(id: i64) -> Bytes {
    let params = to_raw_value(&json!({"requestId": id, "reason": "the caller went away"}));
    notification("notifications/cancelled", params.ok().as_deref())
}
