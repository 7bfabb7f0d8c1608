//! [`Http`]: the streamable HTTP transport.
//!
//! Each request is a `POST`, whose answer is JSON or a stream of events. A server of before
//! 2026-07-28 may give the client a session, and send what belongs to no request on a stream of its
//! own ([`Http::listen`]).

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use bytes::Bytes;
use reqwest::{
    Body, Method, Request, Response,
    header::{ACCEPT, CONTENT_TYPE, HeaderName, HeaderValue},
};
use serde_json::value::RawValue;
use tokio::sync::{Notify, oneshot};
use toolwright_base::lock;
use toolwright_http::HttpClient;

use super::{
    endpoint::{HttpEndpoint, cause, is_stream, read_body},
    error::ConnectionError,
    event_stream::EventParser,
    handler::Handler,
    incoming::{Inbox, Incoming, cancelled},
    request::RawRequest,
};
use crate::server::Revision;

const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
const REVISION: HeaderName = HeaderName::from_static("mcp-protocol-version");
const METHOD: HeaderName = HeaderName::from_static("mcp-method");
const NAME: HeaderName = HeaderName::from_static("mcp-name");
/// The prefix of the headers that repeat arguments of a tool.
const PARAMETER: &str = "mcp-param-";
const LAST_EVENT: HeaderName = HeaderName::from_static("last-event-id");
const BOTH: HeaderValue = HeaderValue::from_static("application/json, text/event-stream");
const EVENTS: HeaderValue = HeaderValue::from_static("text/event-stream");
const JSON: HeaderValue = HeaderValue::from_static("application/json");
/// The most times that the stream of an answer is resumed after it broke.
const MAX_RESUMES: usize = 3;

/// The longest pause of a server before its stream is opened again.
const MAX_RETRY: Duration = Duration::from_secs(60);

type Answer = Result<Box<RawValue>, ConnectionError>;

/// The end of a stream, from which it is resumed.
#[derive(Default)]
struct StreamEnd {
    /// The last event that has an id.
    event: Option<String>,
    /// How long to wait.
    retry: Duration,
}

/// The streamable HTTP transport. Clones share the session.
#[derive(Clone)]
pub(super) struct Http(Arc<HttpState>);

struct HttpState {
    endpoint: HttpEndpoint,
    client: HttpClient,
    session: Mutex<Option<HeaderValue>>,
    revision: OnceLock<Revision>,
    inbox: Inbox,
    /// The requests that wait, by their ids: a server of before 2026-07-28 may answer one on another
    /// stream, such as the one of [`Http::listen`].
    waiting: Mutex<HashMap<i64, oneshot::Sender<Answer>>>,
    limit: usize,
    is_ended: AtomicBool,
    ended: Notify,
}

impl Http {
    pub(super) fn new(endpoint: HttpEndpoint, handler: Arc<dyn Handler>, limit: usize) -> Self {
        Self(Arc::new(HttpState {
            client: endpoint.client(),
            endpoint,
            session: Mutex::default(),
            revision: OnceLock::new(),
            inbox: Inbox::new(handler),
            waiting: Mutex::default(),
            limit,
            is_ended: AtomicBool::new(false),
            ended: Notify::new(),
        }))
    }

    /// Sets the revision that both sides have agreed on.
    pub(super) fn agree(&self, revision: Revision) {
        let _ = self.0.revision.set(revision);
    }

    /// Sends a request, of which `body` is the text, and waits for its answer.
    pub(super) async fn request(&self, id: i64, body: Bytes, request: &RawRequest<'_>) -> Answer {
        let is_first = request.method == "initialize";
        let mut cancel = CancelOnDrop {
            http: (!is_first).then_some(self),
            id,
        };
        let answer = async {
            let response = self.open(self.post(body, Some(request))?).await?;
            if is_first {
                *lock(&self.0.session) = response.headers().get(SESSION).cloned();
            }
            self.answer(id, response, request.handler.as_ref()).await
        };
        let answer = match self.is_modern() {
            true => answer.await,
            false => self.answered_anywhere(id, answer).await,
        };
        cancel.http = None;
        if matches!(answer, Err(ConnectionError::SessionEnded)) {
            self.0.is_ended.store(true, Ordering::Release);
            self.0.ended.notify_waiters();
        }
        answer
    }

    /// Waits for the answer to the request `id`, from its own stream or from another one.
    async fn answered_anywhere(&self, id: i64, answer: impl Future<Output = Answer>) -> Answer {
        let (sender, elsewhere) = oneshot::channel();
        lock(&self.0.waiting).insert(id, sender);
        let _waiting = Waiting { http: self, id };
        tokio::select! {
            answer = answer => answer,
            Ok(answer) = elsewhere => answer,
        }
    }

    /// Whether the server may be one of 2026-07-28.
    fn is_modern(&self) -> bool {
        self.0.revision.get().is_none_or(|one| one.is_modern())
    }

    /// Sends a message that has no answer.
    pub(super) async fn send(&self, body: Bytes) -> Result<(), ConnectionError> {
        let request = self.post(body, None)?;
        self.open(request).await.map(drop)
    }

    /// Waits until the server ends the session.
    pub(super) async fn ended(&self) -> String {
        let ended = self.0.ended.notified();
        if !self.0.is_ended.load(Ordering::Acquire) {
            ended.await;
        }
        "the server has ended the session".to_owned()
    }

    /// Receives what belongs to no request, until the server ends the stream or has none.
    pub(super) async fn listen(&self) -> Result<(), ConnectionError> {
        let response = self.open(self.get(None)?).await?;
        let mut end = StreamEnd::default();
        self.read_events(response, None, None, &mut end).await?;
        Ok(())
    }

    /// Ends the session, if there is one.
    pub(super) async fn close(&self) {
        let request = Request::new(Method::DELETE, self.0.endpoint.url.clone());
        let request = self.with_headers(request);
        if lock(&self.0.session).take().is_some() {
            let _ = self.open(request).await;
        }
    }

    /// Creates a `POST`. A server of 2026-07-28 wants parts of the request in headers too.
    fn post(
        &self,
        body: Bytes,
        repeated: Option<&RawRequest<'_>>,
    ) -> Result<Request, ConnectionError> {
        let mut request = Request::new(Method::POST, self.0.endpoint.url.clone());
        *request.body_mut() = Some(Body::from(body));
        let headers = request.headers_mut();
        headers.insert(CONTENT_TYPE, JSON);
        headers.insert(ACCEPT, BOTH);
        if let Some(repeated) = repeated.filter(|it| self.is_modern() && it.method != "initialize")
        {
            headers.insert(METHOD, header(repeated.method)?);
            headers.insert(
                REVISION,
                HeaderValue::from_static(Revision::V2026_07_28.as_str()),
            );
            if let Some(name) = &repeated.name {
                headers.insert(NAME, header(name)?);
            }
            for (name, value) in &repeated.parameters {
                let name = HeaderName::from_bytes(format!("{PARAMETER}{name}").as_bytes());
                let name = name.map_err(|_| ConnectionError::Invalid(NO_HEADER.into()))?;
                headers.insert(name, header(value)?);
            }
        }
        Ok(self.with_headers(request))
    }

    fn get(&self, last_event: Option<&str>) -> Result<Request, ConnectionError> {
        let mut request = Request::new(Method::GET, self.0.endpoint.url.clone());
        request.headers_mut().insert(ACCEPT, EVENTS);
        if let Some(last) = last_event {
            request.headers_mut().insert(LAST_EVENT, header(last)?);
        }
        Ok(self.with_headers(request))
    }

    /// Adds the headers of the endpoint, the session and the revision.
    fn with_headers(&self, mut request: Request) -> Request {
        let headers = request.headers_mut();
        headers.extend(self.0.endpoint.headers.clone());
        if let Some(session) = &*lock(&self.0.session) {
            headers.insert(SESSION, session.clone());
        }
        if let Some(revision) = self.0.revision.get() {
            headers.insert(REVISION, HeaderValue::from_static(revision.as_str()));
        }
        request
    }

    /// Sends a request, and returns a response that is no error.
    async fn open(&self, request: Request) -> Result<Response, ConnectionError> {
        let has_session = request.headers().contains_key(SESSION);
        let (endpoint, client) = (&self.0.endpoint, &self.0.client);
        endpoint.open(client, request, has_session).await
    }

    /// Reads the answer to the request `id` from a response.
    async fn answer(
        &self,
        id: i64,
        response: Response,
        handler: Option<&Arc<dyn Handler>>,
    ) -> Answer {
        if !is_stream(&response) {
            let body = read_body(response, self.0.limit).await?;
            let message = Incoming::parse(&body).filter(|it| it.answered() == Some(id));
            let message = message
                .ok_or_else(|| ConnectionError::Invalid("it is no answer to the request".into()))?;
            return message.into_result();
        }
        let (mut response, mut end) = (response, StreamEnd::default());
        for _ in 0..=MAX_RESUMES {
            let read = self.read_events(response, Some(id), handler, &mut end);
            match read.await {
                Ok(Some(answer)) => return answer,
                Err(error @ ConnectionError::TooLarge { .. }) => return Err(error),
                Ok(None) | Err(_) if end.event.is_some() => {
                    tokio::time::sleep(end.retry.min(MAX_RETRY)).await;
                    response = self.open(self.get(end.event.as_deref())?).await?;
                }
                Ok(None) => break,
                Err(error) => return Err(error),
            }
        }
        Err(ConnectionError::Lost("the stream has ended".into()))
    }

    /// Reads a stream until the answer to the request `id`, or its end.
    async fn read_events(
        &self,
        mut response: Response,
        id: Option<i64>,
        handler: Option<&Arc<dyn Handler>>,
        end: &mut StreamEnd,
    ) -> Result<Option<Answer>, ConnectionError> {
        let mut parser = EventParser::new(self.0.limit);
        let broken = |error: reqwest::Error| ConnectionError::Lost(cause(&error));
        while let Some(piece) = response.chunk().await.map_err(broken)? {
            for event in parser.push(&piece)? {
                if let Some(event_id) = event.id.filter(|id| !id.is_empty()) {
                    end.event = Some(event_id);
                }
                end.retry = event.retry.unwrap_or(end.retry);
                let Some(message) = Incoming::parse(&event.data) else {
                    continue;
                };
                if let Some(answered) = message.answered() {
                    if id == Some(answered) {
                        return Ok(Some(message.into_result()));
                    }
                    if let Some(waiting) = lock(&self.0.waiting).remove(&answered) {
                        let _ = waiting.send(message.into_result());
                    }
                    continue;
                }
                let http = self.clone();
                let send = |reply| async move { http.send(reply).await };
                self.0.inbox.take(&message, handler, send);
            }
        }
        Ok(None)
    }
}

/// Takes a request out of those that wait when it is dropped.
struct Waiting<'a> {
    http: &'a Http,
    id: i64,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        lock(&self.http.0.waiting).remove(&self.id);
    }
}

/// Tells the server that a request is cancelled when its future is dropped. A modern server sees
/// that its stream is closed.
struct CancelOnDrop<'a> {
    http: Option<&'a Http>,
    id: i64,
}

impl Drop for CancelOnDrop<'_> {
    fn drop(&mut self) {
        let revision = self.http.and_then(|http| http.0.revision.get());
        if let (Some(http), Some(revision)) = (self.http, revision)
            && !revision.is_modern()
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            let (http, id) = (http.clone(), self.id);
            runtime.spawn(async move {
                let _ = http.send(cancelled(id)).await;
            });
        }
    }
}

const NO_HEADER: &str = "a text that no header can hold";

/// Returns a text as a header, encoded if a header cannot hold it.
fn header(text: &str) -> Result<HeaderValue, ConnectionError> {
    let is_plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
        && text.trim() == text
        && !text.starts_with("=?base64?");
    let value = match is_plain {
        true => HeaderValue::from_str(text),
        false => HeaderValue::from_str(&format!("=?base64?{}?=", STANDARD.encode(text))),
    };
    value.map_err(|_| ConnectionError::Invalid(NO_HEADER.into()))
}
