//! One request to another server, with what is said on its way: progress and log messages go to the
//! client that called, and so do the questions of a server that is trusted with them.

use std::{collections::BTreeMap, sync::Arc};

use futures_util::{StreamExt as _, stream::FuturesUnordered};
use serde::Deserialize;
use serde_json::{Map, Value, json, value::RawValue};
use tokio::sync::{mpsc, oneshot};
use toolwright::{
    BoxFuture, Context,
    call::{AskError, InputRequest, LogLevel},
    client::{Connection, ConnectionError, Handler, InputQuestion, RawRequest, Refusal},
};

/// The most notices that wait to be passed on. Further ones are dropped.
const MAX_WAITING: usize = 64;
/// The errors for questions that nobody answers.
const METHOD_NOT_FOUND: i64 = -32601;
const INTERNAL_ERROR: i64 = -32603;
/// The error for a client that did not declare a capability.
pub(crate) const MISSING_CAPABILITY: i64 = -32021;
/// The member of `_meta` with the lowest level of log messages.
const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";
/// The most rounds of questions of one request.
const MAX_ROUNDS: usize = 16;

/// A request for something that another server offers.
pub(crate) struct ItemRequest<'a> {
    pub(crate) context: &'a Context,
    pub(crate) method: &'a str,
    /// The tool or prompt, or the URI of a resource.
    pub(crate) name: &'a str,
    /// The members of the parameters, as JSON text without braces.
    pub(crate) members: String,
    /// The arguments that are repeated in headers.
    pub(crate) parameters: Vec<(String, String)>,
    /// Whether the request can be sent twice without harm.
    pub(crate) is_repeatable: bool,
}

impl<'a> ItemRequest<'a> {
    /// Creates a request that can be repeated.
    pub(crate) const fn new(
        context: &'a Context,
        method: &'a str,
        name: &'a str,
        members: String,
    ) -> Self {
        Self {
            context,
            method,
            name,
            members,
            parameters: Vec::new(),
            is_repeatable: true,
        }
    }
}

/// A request on its way.
pub(crate) struct Exchange<'a> {
    pub(crate) request: &'a ItemRequest<'a>,
    pub(crate) connection: &'a Connection,
    /// Whether the server may ask the client.
    pub(crate) may_ask: bool,
}

/// Something that the server said during a request.
enum Said {
    Progress(ProgressJson),
    Log(LogJson),
    Question(String, Value, oneshot::Sender<Result<Value, Refusal>>),
}

#[derive(Deserialize)]
struct ProgressJson {
    progress: f64,
    total: Option<f64>,
    message: Option<String>,
}

#[derive(Deserialize)]
struct LogJson {
    level: LogLevel,
    data: Value,
}

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
    /// Sends the request until it is complete, and returns its result.
    ///
    /// # Errors
    /// If the server refuses it or does not answer, or its questions have no answers.
    pub(crate) async fn run(&self) -> Result<Box<RawValue>, ConnectionError> {
        let (mut answered, mut keys) = (String::new(), BTreeMap::new());
        for _ in 0..MAX_ROUNDS {
            let result = self.round(&answered).await?;
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

    /// Sends the request once, with the members that have the answers of the round before.
    async fn round(&self, answered: &str) -> Result<Box<RawValue>, ConnectionError> {
        let (sender, mut said) = mpsc::channel(MAX_WAITING);
        let request = RawRequest::new(self.request.method)
            .params(format!("{{{}{answered}}}", self.request.members))
            .name(self.request.name)
            .parameters(self.request.parameters.clone())
            .capabilities(self.capabilities())
            .meta(self.meta())
            // The executor stops the call at its deadline.
            .timeout(std::time::Duration::from_secs(24 * 60 * 60))
            .handler(Arc::new(Listener {
                said: sender,
                may_ask: self.may_ask,
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

    /// Returns the questions in a result, if it is one of questions. Only servers of 2026-07-28 ask so.
    fn input_required(&self, result: &RawValue) -> Option<InputRequired> {
        if !self.connection.revision().is_modern() {
            return None;
        }
        let asked: InputRequired = serde_json::from_str(result.get()).ok()?;
        (asked.result_type == "input_required").then_some(asked)
    }

    /// Returns what the client of this call can answer, as far as the server may ask.
    fn capabilities(&self) -> Value {
        match self.may_ask {
            true => json!(self.request.context.client().capabilities),
            false => json!({}),
        }
    }

    /// Returns the trace of the call, which the other server becomes part of, and the level of the log
    /// messages that the client wants.
    fn meta(&self) -> Map<String, Value> {
        let mut meta = Map::new();
        if self.connection.revision().is_modern() {
            let level = self.request.context.log_level().into_iter();
            meta.extend(level.map(|level| (LOG_LEVEL.to_owned(), json!(level))));
        }
        if let Some(trace) = self.request.context.trace() {
            meta.insert("traceparent".into(), json!(trace.traceparent));
            let state = trace.tracestate.iter();
            meta.extend(state.map(|state| ("tracestate".to_owned(), json!(state))));
        }
        meta
    }

    async fn pass_on(&self, said: Said) {
        match said {
            Said::Progress(progress) => match progress.message {
                Some(message) => {
                    let (done, total) = (progress.progress, progress.total);
                    self.request
                        .context
                        .progress_with(done, total, message)
                        .await;
                }
                None => {
                    self.request
                        .context
                        .progress(progress.progress, progress.total)
                        .await
                }
            },
            Said::Log(log) => self.request.context.log(log.level, log.data).await,
            Said::Question(..) => {}
        }
    }

    /// Answers a question that a server asks in the middle of a call, and waits for.
    async fn reply(
        &self,
        method: String,
        params: Value,
        reply: oneshot::Sender<Result<Value, Refusal>>,
    ) {
        let answer = match self.request.context.replays() && !self.request.is_repeatable {
            true => Err(refusal(
                "this client is asked between two calls, and the call cannot be repeated",
            )),
            false => self.ask(None, &method, params).await,
        };
        let _ = reply.send(answer);
    }

    async fn ask(
        &self,
        key: Option<String>,
        method: &str,
        params: Value,
    ) -> Result<Value, Refusal> {
        let question = InputRequest::passed(method, params);
        let question = question.ok_or_else(|| unknown(method))?;
        let answer = self.request.context.pass_on(key, question).await;
        answer.map_err(|error| match error {
            AskError::Unsupported { required } => missing(&required),
            error => refusal(error.to_string()),
        })
    }

    /// Answers the questions of a server that wants the request again with the answers. The client sees
    /// the server's own keys; `keys` counts how often each was used, since a server may ask the same
    /// again.
    async fn answer_all(
        &self,
        questions: BTreeMap<String, InputQuestion>,
        keys: &mut BTreeMap<String, usize>,
    ) -> Result<Value, ConnectionError> {
        if !self.may_ask {
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
}

impl Handler for Listener {
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
                return Err(unknown(method));
            }
            let (reply, answer) = oneshot::channel();
            let question = Said::Question(method.to_owned(), params, reply);
            let _ = self.said.send(question).await;
            let gone = || Err(refusal("the call has ended"));
            answer.await.unwrap_or_else(|_| gone())
        })
    }
}

fn unknown(method: &str) -> Refusal {
    let message = format!("this client does not answer `{method}`");
    Refusal::new(METHOD_NOT_FOUND, message)
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
