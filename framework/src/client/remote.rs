//! [`Remote`]: the way of a client to a server elsewhere.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex},
};

use serde_json::{Value, json, value::RawValue};
use toolwright_base::lock;

use super::{
    changes::ChangeInbox,
    connection::{Connection, ConnectionError, Handler, RawRequest, unknown_method},
    question_handler::{InputQuestion, QuestionHandler},
};
use crate::{
    core::{
        BoxFuture, Change, LogLevel, Refusal, Schema, header_problem, headers, mirrored_headers,
    },
    server::{Error, Result},
};

/// The most notifications that a client keeps. Older ones are dropped.
const MAX_NOTIFICATIONS: usize = 10_000;

/// The way to a server elsewhere.
pub(super) struct Remote {
    connection: Arc<Connection>,
    inbox: RemoteInbox,
    /// The schemas of the tools that want arguments in headers, as they were listed last.
    mirrored: Mutex<BTreeMap<String, Schema>>,
    passes_questions_on: bool,
}

impl Remote {
    pub(super) fn new(
        connection: Connection,
        inbox: RemoteInbox,
        passes_questions_on: bool,
    ) -> Self {
        Self {
            connection: Arc::new(connection),
            inbox,
            mirrored: Mutex::default(),
            passes_questions_on,
        }
    }

    pub(super) const fn connection(&self) -> &Arc<Connection> {
        &self.connection
    }

    /// Whether the server may ask the clients of a server that this one is mounted in.
    pub(super) const fn passes_questions_on(&self) -> bool {
        self.passes_questions_on
    }

    /// Waits until the server says that something has changed.
    pub(super) async fn changes(&self) -> Vec<Change> {
        self.inbox.0.changes.next().await
    }

    /// Requests log messages from a server with sessions. Others are told with each request.
    pub(super) async fn request_logs(&self, level: Option<LogLevel>) -> Result<()> {
        if let Some(level) = level.filter(|_| !self.connection.revision().is_modern()) {
            let params = json!({"level": level}).to_string();
            let request = RawRequest::new("logging/setLevel").params(params);
            // Not every server has logs.
            match self.connection.request(request).await {
                Ok(_) | Err(ConnectionError::Refused(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Sends a request and returns its result. `level` is that of the log messages that are wanted.
    pub(super) async fn request(
        &self,
        method: &str,
        params: &Value,
        level: Option<LogLevel>,
    ) -> Result<Box<RawValue>> {
        let mut request = RawRequest::new(method)
            .params(params.to_string())
            .log_level(level)
            .handler(self.inbox.handler());
        let name = params.get("name").or_else(|| params.get("uri"));
        if let Some(name) = name.and_then(Value::as_str) {
            request = request.name(name);
            if let (Some(schema), "tools/call") = (lock(&self.mirrored).get(name), method) {
                let arguments = params["arguments"].to_string();
                request = request.parameters(mirrored_headers(schema, &arguments));
            }
        }
        Ok(self.connection.request(request).await?)
    }

    /// Notes which arguments the tools want in headers. Those that name impossible headers are left out,
    /// since they cannot be called.
    pub(super) fn learn(&self, mut tools: Vec<Value>) -> Vec<Value> {
        if !self.connection.revision().is_modern() {
            return tools;
        }
        let mut mirrored = BTreeMap::new();
        tools.retain(|tool| {
            let Some(schema) = tool["inputSchema"].as_object() else {
                return true;
            };
            let name = tool["name"].as_str().unwrap_or_default();
            if let Some(problem) = header_problem(schema) {
                tracing::warn!(tool = name, "a tool is left out: its schema {problem}");
                return false;
            }
            if headers(schema).next().is_some() {
                mirrored.insert(name.to_owned(), schema.clone());
            }
            true
        });
        *lock(&self.mirrored) = mirrored;
        tools
    }

    /// Subscribes to a resource, in the background.
    pub(super) fn subscribe(&self, uri: String) {
        let connection = Arc::clone(&self.connection);
        tokio::spawn(async move {
            let params = json!({"uri": uri}).to_string();
            let request = RawRequest::new("resources/subscribe")
                .params(params)
                .name(uri);
            if let Err(error) = connection.request(request).await {
                tracing::warn!("the server reports no changes of a resource: {error}");
            }
        });
    }

    pub(super) fn take_notifications(&self) -> Vec<Value> {
        std::mem::take(&mut *lock(&self.inbox.0.notifications)).into()
    }
}

/// Keeps the notifications of a server, and answers its questions. Clones share them.
#[derive(Clone)]
pub(super) struct RemoteInbox(Arc<Inbox>);

impl RemoteInbox {
    pub(super) fn new(questions: QuestionHandler) -> Self {
        Self(Arc::new(Inbox {
            notifications: Mutex::default(),
            changes: ChangeInbox::default(),
            questions,
        }))
    }

    pub(super) fn handler(&self) -> Arc<dyn Handler> {
        Arc::clone(&self.0) as Arc<dyn Handler>
    }
}

struct Inbox {
    notifications: Mutex<VecDeque<Value>>,
    /// Notifications about changes, for a server that this one is mounted in.
    changes: ChangeInbox,
    questions: QuestionHandler,
}

impl Handler for Inbox {
    fn notified(&self, method: &str, params: &RawValue) {
        self.changes.notified(method, params);
        let mut notifications = lock(&self.notifications);
        if notifications.len() == MAX_NOTIFICATIONS {
            notifications.pop_front();
        }
        notifications.push_back(json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    fn asked<'a>(
        &'a self,
        method: &'a str,
        params: Value,
    ) -> BoxFuture<'a, Result<Value, Refusal>> {
        let question = InputQuestion {
            method: method.to_owned(),
            params,
        };
        let questions = self.questions.clone();
        Box::pin(async move {
            // A person may take long.
            let answer = tokio::task::spawn_blocking(move || questions.react(&question)).await;
            answer.ok().flatten().ok_or_else(|| unknown_method(method))
        })
    }
}

impl From<ConnectionError> for Error {
    fn from(error: ConnectionError) -> Self {
        match error {
            ConnectionError::Refused(Refusal { code, message, .. }) => {
                Self::Refused { code, message }
            }
            other => Self::Client(other.to_string()),
        }
    }
}
