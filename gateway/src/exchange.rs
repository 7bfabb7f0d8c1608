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
    client::{Connection, ConnectionError, Handler, RawRequest, Refusal},
};

/// The most notices that wait to be passed on. Further ones are dropped.
const MAX_WAITING: usize = 64;
/// The most rounds of questions of one request.
const MAX_ROUNDS: usize = 16;

/// Who asks through a request, and what for.
pub(crate) struct Exchange<'a> {
    pub(crate) context: &'a Context,
    pub(crate) connection: &'a Connection,
    pub(crate) method: &'a str,
    /// The tool or prompt, or the URI of a resource.
    pub(crate) name: &'a str,
    /// The members of the parameters, as JSON text without braces.
    pub(crate) members: String,
    /// Whether the server may ask the client.
    pub(crate) may_ask: bool,
    /// Whether the request can be sent twice without harm.
    pub(crate) is_repeatable: bool,
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
    input_requests: BTreeMap<String, QuestionJson>,
    #[serde(default)]
    request_state: Option<Value>,
}

#[derive(Deserialize)]
struct QuestionJson {
    method: String,
    #[serde(default)]
    params: Value,
}

impl Exchange<'_> {
    /// Sends the request until it is complete, and returns its result.
    ///
    /// # Errors
    /// If the server refuses it or does not answer, or its questions have no answers.
    pub(crate) async fn run(&self) -> Result<Box<RawValue>, ConnectionError> {
        let mut members = self.members.clone();
        for _ in 0..MAX_ROUNDS {
            let result = self.round(&members).await?;
            let Some(asked) = input_required(&result) else {
                return Ok(result);
            };
            let answers = self.answer_all(asked.input_requests).await?;
            members = format!("{},\"inputResponses\":{answers}", self.members);
            if let Some(state) = asked.request_state {
                members = format!("{members},\"requestState\":{state}");
            }
        }
        Err(ConnectionError::Invalid(format!(
            "it asked more than {MAX_ROUNDS} times"
        )))
    }

    async fn round(&self, members: &str) -> Result<Box<RawValue>, ConnectionError> {
        let (sender, mut said) = mpsc::channel(MAX_WAITING);
        let request = RawRequest::new(self.method)
            .params(format!("{{{members}}}"))
            .name(self.name)
            .meta(self.trace())
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

    /// Returns the trace of the call, which the other server becomes part of.
    fn trace(&self) -> Map<String, Value> {
        let mut meta = Map::new();
        if let Some(trace) = self.context.trace() {
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
                    self.context.progress_with(done, total, message).await;
                }
                None => {
                    self.context
                        .progress(progress.progress, progress.total)
                        .await
                }
            },
            Said::Log(log) => self.context.log(log.level, log.data).await,
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
        let answer = match self.context.replays() && !self.is_repeatable {
            true => Err(refusal(
                "this client is asked between two calls, and the call cannot be repeated",
            )),
            false => self.ask(&method, params).await,
        };
        let _ = reply.send(answer);
    }

    async fn ask(&self, method: &str, params: Value) -> Result<Value, Refusal> {
        let question = InputRequest::passed(method, params);
        let question = question.ok_or_else(|| unknown(method))?;
        let answer = self.context.pass_on(question).await;
        answer.map_err(|error: AskError| refusal(&error.to_string()))
    }

    /// Answers the questions of a server that wants the request again with the answers.
    async fn answer_all(
        &self,
        questions: BTreeMap<String, QuestionJson>,
    ) -> Result<Value, ConnectionError> {
        if !self.may_ask {
            let why = "it asks the client, which it is not trusted with: see `trust`";
            return Err(ConnectionError::Invalid(why.to_owned()));
        }
        let asked = questions.into_iter().map(|(key, question)| async move {
            let answer = self.ask(&question.method, question.params).await;
            answer.map(|answer| (key, answer))
        });
        let answers = futures_util::future::join_all(asked).await.into_iter();
        let answers: Result<Map<_, _>, Refusal> = answers.collect();
        let refused = |refusal: Refusal| ConnectionError::Refused {
            code: refusal.code,
            message: refusal.message,
            data: refusal.data,
        };
        answers.map(Value::Object).map_err(refused)
    }
}

/// Returns the questions in a result, if it is one of questions.
fn input_required(result: &RawValue) -> Option<InputRequired> {
    let asked: InputRequired = serde_json::from_str(result.get()).ok()?;
    (asked.result_type == "input_required").then_some(asked)
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
    Refusal {
        code: -32601,
        message: format!("this client does not answer `{method}`"),
        data: None,
    }
}

fn refusal(message: &str) -> Refusal {
    Refusal {
        code: -32603,
        message: message.to_owned(),
        data: None,
    }
}
