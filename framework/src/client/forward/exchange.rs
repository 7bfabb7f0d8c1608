//! One request to another server, with what is said on its way: progress and log messages go to the
//! client that called, and so do the questions of a server that is trusted with them.

use std::{collections::BTreeMap, sync::Arc};

use futures_util::{StreamExt as _, stream::FuturesUnordered};
use serde::Deserialize;
use serde_json::{Map, Value, json, value::RawValue};
use tokio::sync::{mpsc, oneshot};

use super::progress::ProgressJson;
use crate::{
    client::{
        connection::{Connection, ConnectionError, Handler, RawRequest, unknown_method},
        question_handler::InputQuestion,
    },
    core::{AskError, BoxFuture, Context, InputRequest, LogLevel, Refusal, TASKS_EXTENSION},
    server::{INTERNAL_ERROR, MISSING_CAPABILITY},
};

/// The most notices that wait to be passed on. Further ones are dropped.
const MAX_WAITING: usize = 64;

/// A request of a client, on its way to another server.
///
/// Progress and log messages of the server go to the client that called, and so do its questions, if
/// they [may](Self::asking).
///
/// ```no_run
/// use toolwright::{
///     Context,
///     client::{Connection, ConnectionError, forward::ForwardedRequest},
/// };
///
/// async fn read(context: &Context, server: &Connection) -> Result<String, ConnectionError> {
///     let members = r#""uri": "notes://today""#;
///     let request = ForwardedRequest::new(context, "resources/read", "notes://today", members);
///     Ok(request.send(server).await?.get().to_owned())
/// }
/// ```
#[derive(Debug, Clone)]
pub struct ForwardedRequest<'a> {
    context: &'a Context,
    method: &'a str,
    name: &'a str,
    members: String,
    parameters: Vec<(String, String)>,
    is_repeatable: bool,
    may_ask: bool,
    server: &'a str,
}

impl<'a> ForwardedRequest<'a> {
    /// Creates a request of the client of `context`. `name` is the tool or prompt, or the URI of a
    /// resource; `members` are those of the parameters, as JSON text without braces.
    #[must_use]
    pub fn new(
        context: &'a Context,
        method: &'a str,
        name: &'a str,
        members: impl Into<String>,
    ) -> Self {
        Self {
            context,
            method,
            name,
            members: members.into(),
            parameters: Vec::new(),
            is_repeatable: true,
            may_ask: false,
            server: "",
        }
    }

    /// Sets the arguments that are repeated in headers.
    #[must_use]
    pub fn parameters(mut self, parameters: Vec<(String, String)>) -> Self {
        self.parameters = parameters;
        self
    }

    /// Sets whether the request can be sent twice without harm. By default it can. A call that cannot
    /// must not be asked anything by a server of before 2026-07-28 if its client is of that revision:
    /// the call would run again with the answer.
    #[must_use]
    pub const fn repeatable(mut self, is_repeatable: bool) -> Self {
        self.is_repeatable = is_repeatable;
        self
    }

    /// Sets whether the server may ask the client. By default it may not.
    #[must_use]
    pub const fn asking(mut self, may_ask: bool) -> Self {
        self.may_ask = may_ask;
        self
    }

    /// Sets the name of the server, which the record of the call has.
    #[must_use]
    pub const fn to_server(mut self, name: &'a str) -> Self {
        self.server = name;
        self
    }

    /// Returns the context of the call.
    #[must_use]
    pub const fn context(&self) -> &'a Context {
        self.context
    }

    /// Whether the request can be sent twice without harm.
    #[must_use]
    pub const fn is_repeatable(&self) -> bool {
        self.is_repeatable
    }

    /// Sends the request until it is complete, and returns its result.
    ///
    /// # Errors
    /// If the server refuses it or does not answer, or its questions have no answers.
    pub async fn send(&self, connection: &Connection) -> Result<Box<RawValue>, ConnectionError> {
        let exchange = Exchange {
            request: self,
            connection,
        };
        exchange.run().await
    }
}

/// A request on its way.
pub(super) struct Exchange<'a> {
    pub(super) request: &'a ForwardedRequest<'a>,
    pub(super) connection: &'a Connection,
}

/// Something that the server said during a request.
enum Said {
    Progress(ProgressJson),
    Log(LogJson),
    Question(String, Value, oneshot::Sender<Result<Value, Refusal>>),
}

#[derive(Deserialize)]
struct LogJson {
    level: LogLevel,
    logger: Option<String>,
    data: Value,
}

impl Exchange<'_> {
    /// Sends the request once, with the members that have the answers of the round before.
    pub(super) async fn round(&self, answered: &str) -> Result<Box<RawValue>, ConnectionError> {
        let (sender, mut said) = mpsc::channel(MAX_WAITING);
        let request = RawRequest::new(self.request.method)
            .params(format!("{{{}{answered}}}", self.request.members))
            .name(self.request.name)
            .parameters(self.request.parameters.clone())
            .capabilities(self.capabilities())
            .log_level(self.request.context.log_level())
            .meta(self.meta())
            // The executor stops the call at its deadline.
            .timeout(std::time::Duration::from_secs(24 * 60 * 60))
            .handler(Arc::new(Listener {
                said: sender,
                may_ask: self.request.may_ask,
                context: self.request.context.clone(),
                server: self.request.server.to_owned(),
            }));
        let answer = self.connection.request(request);
        tokio::pin!(answer);
        let mut questions = FuturesUnordered::new();
        loop {
            tokio::select! {
                biased;
                Some(said) = said.recv() => match said {
                    Said::Question(method, params, reply) => {
                        questions.push(self.reply(method, params, reply));
                    }
                    said => self.pass_on(said).await,
                },
                Some(()) = questions.next(), if !questions.is_empty() => {}
                answer = &mut answer => return answer,
            }
        }
    }

    /// Returns what the client of this call can answer, as far as the server may ask. Tasks are ended
    /// here, whatever the client knows.
    fn capabilities(&self) -> Value {
        let mut capabilities = match self.request.may_ask {
            true => json!(self.request.context.client().capabilities),
            false => json!({}),
        };
        if self.request.method == "tools/call" && self.connection.has_tasks() {
            capabilities["extensions"] = json!({TASKS_EXTENSION: {}});
        }
        capabilities
    }

    /// Returns what the client said in `_meta`, and the trace of the call, which the other server becomes
    /// part of.
    fn meta(&self) -> Map<String, Value> {
        let mut meta = self.request.context.meta();
        if let Some(trace) = self.request.context.trace() {
            meta.insert("traceparent".into(), json!(trace.traceparent));
            let state = trace.tracestate.iter();
            meta.extend(state.map(|state| ("tracestate".to_owned(), json!(state))));
        }
        meta
    }

    async fn pass_on(&self, said: Said) {
        let context = self.request.context;
        match said {
            Said::Progress(progress) => progress.pass_on(context).await,
            Said::Log(log) => context.log_of(log.logger, log.level, log.data).await,
            Said::Question(..) => {}
        }
    }

    /// Answers a question that a server asks in the middle of a call, and waits for.
    async fn reply(
        &self,
        method: String,
        params: Value,
        mut reply: oneshot::Sender<Result<Value, Refusal>>,
    ) {
        let answer = match self.may_be_asked() {
            Err(ConnectionError::Refused(refusal)) => Err(refusal),
            _ => tokio::select! {
                answer = self.ask(None, &method, params) => answer,
                // The server has cancelled its question.
                () = reply.closed() => return,
            },
        };
        let _ = reply.send(answer);
    }

    /// Checks that a question in the middle of a call does not make it run twice.
    ///
    /// # Errors
    /// If the client answers with another call, and the call must not be repeated.
    pub(super) fn may_be_asked(&self) -> Result<(), ConnectionError> {
        match self.request.context.replays() && !self.request.is_repeatable {
            true => Err(ConnectionError::Refused(refusal(
                "this client is asked between two calls, and the call cannot be repeated",
            ))),
            false => Ok(()),
        }
    }

    async fn ask(
        &self,
        key: Option<String>,
        method: &str,
        params: Value,
    ) -> Result<Value, Refusal> {
        let question = InputRequest::passed(method, params);
        let question = question.ok_or_else(|| unknown_method(method))?;
        let answer = self.request.context.pass_on(key, question).await;
        answer.map_err(|error| match error {
            AskError::Unsupported { required } => missing(&required),
            error => refusal(error.to_string()),
        })
    }

    /// Answers the questions of a server that wants the request again with the answers. The client sees
    /// the server's own keys; `keys` counts how often each was used, since a server may ask the same
    /// again.
    pub(super) async fn answer_all(
        &self,
        questions: BTreeMap<String, InputQuestion>,
        keys: &mut BTreeMap<String, usize>,
    ) -> Result<Value, ConnectionError> {
        if !self.request.may_ask {
            let why = "it asks the client, which it is not trusted with: see `trust`";
            return Err(ConnectionError::Invalid(why.to_owned()));
        }
        let asked = questions.into_iter().map(|(key, question)| {
            let times = keys.entry(key.clone()).or_default();
            *times += 1;
            let own = match *times {
                1 => key.clone(),
                times => format!("{key}-{times}"),
            };
            async move {
                let answer = self.ask(Some(own), &question.method, question.params).await;
                answer.map(|answer| (key, answer))
            }
        });
        let answers = futures_util::future::join_all(asked).await.into_iter();
        let answers: Result<Map<_, _>, Refusal> = answers.collect();
        answers.map(Value::Object).map_err(ConnectionError::Refused)
    }
}

/// Receives what a server says during one request.
struct Listener {
    said: mpsc::Sender<Said>,
    may_ask: bool,
    context: Context,
    server: String,
}

impl Handler for Listener {
    fn sent(&self, id: i64) {
        self.context.note_passed_on(&self.server, id);
    }

    fn notified(&self, method: &str, params: &RawValue) {
        let said = match method {
            "notifications/progress" => serde_json::from_str(params.get()).map(Said::Progress),
            "notifications/message" => serde_json::from_str(params.get()).map(Said::Log),
            _ => return,
        };
        if let Ok(said) = said {
            let _ = self.said.try_send(said);
        }
    }

    fn asked<'a>(
        &'a self,
        method: &'a str,
        params: Value,
    ) -> BoxFuture<'a, Result<Value, Refusal>> {
        Box::pin(async move {
            if !self.may_ask {
                return Err(unknown_method(method));
            }
            let (reply, answer) = oneshot::channel();
            let question = Said::Question(method.to_owned(), params, reply);
            let _ = self.said.send(question).await;
            let gone = || Err(refusal("the call has ended"));
            answer.await.unwrap_or_else(|_| gone())
        })
    }
}

/// Returns the error for a client that lacks a capability.
fn missing(required: &Value) -> Refusal {
    let message = format!("this client lacks a capability that the call needs: {required}");
    let mut refusal = Refusal::new(MISSING_CAPABILITY, message);
    refusal.data = Some(json!({"requiredCapabilities": required}));
    refusal
}

fn refusal(message: impl Into<String>) -> Refusal {
    Refusal::new(INTERNAL_ERROR, message)
}
