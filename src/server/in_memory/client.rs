//! A client in memory, for tests: [`Client`].
//!
//! It speaks 2026-07-28 with the same dispatcher that the transports use; only the bytes do not travel.

use std::{
    fmt,
    sync::{
        Arc, Mutex,
        atomic::{AtomicI64, Ordering},
    },
    time::Instant,
};

use bytes::Bytes;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value, json, value::RawValue};
use tokio_util::sync::CancellationToken;

use super::{
    input_question::InputQuestion,
    reaction::{Answers, Reaction},
    response::{Answer, CallResult, asked, parse, unexpected},
};
use crate::{
    core::{
        BoxFuture, ClientCapabilities, ClientProfile, Context, Implementation, LogLevel, Origin,
        PromptMessage, ResourceContents, ToolOutput, lock,
    },
    executor::{Plan, PlanReport, Reader},
    server::{
        dispatch::{Arrival, Channel},
        error::{Error, Result},
        lifecycle::RunningServer,
        peer::{Outbox, RequestPeer},
        protocol::{Message, Request, RequestId, Revision, RpcError},
    },
};

/// The most rounds of questions that one request may take.
const MOST_ROUNDS: usize = 16;

/// A client in memory: no port, no process.
pub struct Client {
    running: RunningServer,
    last_id: AtomicI64,
    answers: Answers,
    heard: Arc<Mutex<Vec<Value>>>,
    log_level: Option<LogLevel>,
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("answers", &self.answers)
            .finish_non_exhaustive()
    }
}

impl Client {
    pub(in crate::server) fn new(running: RunningServer) -> Self {
        Self {
            running,
            last_id: AtomicI64::new(0),
            answers: Answers::default(),
            heard: Arc::default(),
            log_level: None,
        }
    }

    /// What to answer when the server asks. A client without this says that it cannot be asked.
    #[must_use]
    pub fn answering(
        mut self,
        answer: impl Fn(&InputQuestion) -> Reaction + Send + Sync + 'static,
    ) -> Self {
        self.answers = Answers::new(answer);
        self
    }

    /// Hears log lines from this level on.
    #[must_use]
    pub const fn logging(mut self, level: LogLevel) -> Self {
        self.log_level = Some(level);
        self
    }

    /// Calls a tool. A failure that the model should see is an `Ok` with `is_error`.
    ///
    /// # Errors
    /// When the server refuses the request.
    pub async fn call(&self, name: &str, arguments: impl Serialize) -> Result<ToolOutput> {
        let arguments = to_value(&arguments)?;
        let result: CallResult = self
            .request("tools/call", json!({"name": name, "arguments": arguments}))
            .await?;
        Ok(result.into())
    }

    /// Runs a plan, as whoever runs the server: a step that the policy blocks says so.
    pub fn run_plan(&self, plan: Plan) -> impl Future<Output = PlanReport> + Send + use<> {
        let dispatcher = self.running.dispatcher();
        let software = Implementation::new("toolwright", env!("CARGO_PKG_VERSION"));
        let profile = ClientProfile::new(Some(Arc::new(software)), ClientCapabilities::default());
        let outbox = Arc::new(Ear(Arc::clone(&self.heard)));
        let token = RequestId::Number(self.last_id.fetch_add(1, Ordering::Relaxed) + 1);
        let peer = RequestPeer::new(profile, outbox, self.log_level, Some(token));
        let services = Arc::clone(dispatcher.services());
        let (token, now) = (CancellationToken::new(), Instant::now());
        let context = Context::new(Arc::new(peer), services, token, now);
        let executor = dispatcher.executor().clone();
        async move { executor.run_plan(&context, plan, Audience::Operator).await }
    }

    /// Reads a resource.
    ///
    /// # Errors
    /// When the server refuses the request.
    pub async fn read(&self, uri: &str) -> Result<Vec<ResourceContents>> {
        self.member("resources/read", json!({"uri": uri}), "contents")
            .await
    }

    /// Gets a prompt.
    ///
    /// # Errors
    /// When the server refuses the request.
    pub async fn prompt(
        &self,
        name: &str,
        arguments: impl Serialize,
    ) -> Result<Vec<PromptMessage>> {
        let arguments = to_value(&arguments)?;
        self.member(
            "prompts/get",
            json!({"name": name, "arguments": arguments}),
            "messages",
        )
        .await
    }

    /// Completes an argument of a prompt (`name`), or a variable of a template (its URI).
    ///
    /// # Errors
    /// When the server refuses the request.
    pub async fn complete(&self, of: &str, argument: &str, value: &str) -> Result<Vec<String>> {
        let reference = if of.contains("://") {
            json!({"type": "ref/resource", "uri": of})
        } else {
            json!({"type": "ref/prompt", "name": of})
        };
        let params = json!({"ref": reference, "argument": {"name": argument, "value": value}});
        let completion: Value = self
            .member("completion/complete", params, "completion")
            .await?;
        from_value(completion["values"].clone())
    }

    /// All tools, as the protocol writes them.
    ///
    /// # Errors
    /// When the server refuses the request.
    pub async fn tools(&self) -> Result<Vec<Value>> {
        self.all("tools/list", "tools").await
    }

    /// All prompts, as the protocol writes them.
    ///
    /// # Errors
    /// When the server refuses the request.
    pub async fn prompts(&self) -> Result<Vec<Value>> {
        self.all("prompts/list", "prompts").await
    }

    /// All resources, as the protocol writes them.
    ///
    /// # Errors
    /// When the server refuses the request.
    pub async fn resources(&self) -> Result<Vec<Value>> {
        self.all("resources/list", "resources").await
    }

    /// All templates of resources, as the protocol writes them.
    ///
    /// # Errors
    /// When the server refuses the request.
    pub async fn templates(&self) -> Result<Vec<Value>> {
        self.all("resources/templates/list", "resourceTemplates")
            .await
    }

    /// What the server is and can do, as the protocol writes it.
    ///
    /// # Errors
    /// When the server refuses the request.
    pub async fn discover(&self) -> Result<Value> {
        self.request("server/discover", json!({})).await
    }

    /// The notifications heard so far, the oldest first; they are forgotten.
    #[must_use]
    pub fn take_notifications(&self) -> Vec<Value> {
        std::mem::take(&mut lock(&self.heard))
    }

    /// Ends the server: its stop hooks run.
    ///
    /// # Errors
    /// When one of them fails.
    pub async fn close(self) -> Result<()> {
        self.running.stop().await
    }

    async fn all(&self, method: &str, member: &str) -> Result<Vec<Value>> {
        let mut entries = Vec::new();
        let mut params = json!({});
        loop {
            let page: Map<String, Value> = self.request(method, params).await?;
            let list = page.get(member).and_then(Value::as_array);
            entries.extend(list.into_iter().flatten().cloned());
            match page.get("nextCursor") {
                Some(cursor) => params = json!({ "cursor": cursor }),
                None => return Ok(entries),
            }
        }
    }

    async fn member<T: DeserializeOwned>(
        &self,
        method: &str,
        params: Value,
        member: &str,
    ) -> Result<T> {
        let mut result: Value = self.request(method, params).await?;
        from_value(result[member].take())
    }

    /// Any request: questions are answered, and the request is sent again, until it is done.
    ///
    /// # Errors
    /// When the server refuses the request, or what it answers is not a `T`.
    pub async fn request<T: DeserializeOwned>(&self, method: &str, params: Value) -> Result<T> {
        let mut params = params;
        for _ in 0..MOST_ROUNDS {
            let result = self.round(method, &params).await?;
            let Some(asked) = asked(&result)? else {
                return parse(result.get().as_bytes());
            };
            params["inputResponses"] = self.answers.to(asked.input_requests);
            params["requestState"] = asked.request_state;
        }
        Err(Error::Usage(format!(
            "`{method}` asked more than {MOST_ROUNDS} times"
        )))
    }

    async fn round(&self, method: &str, params: &Value) -> Result<Box<RawValue>> {
        let id = RequestId::Number(self.last_id.fetch_add(1, Ordering::Relaxed) + 1);
        let mut params = params.clone();
        params["_meta"] = self.meta(&id);
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        let request = read_request(&message)?;
        let outbox = Arc::new(Ear(Arc::clone(&self.heard)));
        let channel = Channel::alone(outbox, Arrival::now(Origin::Local));
        let reply = self
            .running
            .dispatcher()
            .handle(&request, &channel, None)
            .await;
        let answer: Answer = parse(&reply.body)?;
        match answer.error {
            Some(error) => Err(refused(error)),
            None => Ok(answer.result.unwrap_or_default()),
        }
    }

    fn meta(&self, id: &RequestId) -> Value {
        let mut meta = json!({
            "progressToken": id,
            "io.modelcontextprotocol/protocolVersion": Revision::V2026_07_28.as_str(),
            "io.modelcontextprotocol/clientInfo": {"name": "toolwright", "version": env!("CARGO_PKG_VERSION")},
            "io.modelcontextprotocol/clientCapabilities": self.answers.capabilities(),
        });
        if let Some(level) = self.log_level {
            meta["io.modelcontextprotocol/logLevel"] = json!(level);
        }
        meta
    }
}

/// Keeps what a server tells while a request runs.
struct Ear(Arc<Mutex<Vec<Value>>>);

impl Outbox for Ear {
    fn send(&self, message: Bytes) -> BoxFuture<'_, bool> {
        if let Ok(message) = serde_json::from_slice(&message) {
            lock(&self.0).push(message);
        }
        Box::pin(std::future::ready(true))
    }
}

/// What a transport would read.
fn read_request(message: &Value) -> Result<Request> {
    match Message::parse(&message.to_string().into()) {
        Ok(Message::Request(request)) => Ok(*request),
        Ok(_) => unreachable!("it has a method and an id"),
        Err(unreadable) => Err(refused(*unreadable.error)),
    }
}

fn refused(error: RpcError) -> Error {
    Error::Refused {
        code: error.code,
        message: error.message,
    }
}

fn from_value<T: DeserializeOwned>(value: Value) -> Result<T> {
    serde_json::from_value(value).map_err(unexpected)
}

fn to_value(value: &impl Serialize) -> Result<Value> {
    serde_json::to_value(value).map_err(unexpected)
}
