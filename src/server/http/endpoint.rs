//! `/mcp`: streamable HTTP, for every revision at one address.

use std::{sync::Arc, time::Instant};

use axum::{
    body::HttpBody,
    http::{HeaderMap, HeaderName, Method, Request as HttpRequest, Response, StatusCode, header},
};
use bytes::Bytes;
use hyper::body::Incoming;

use super::{
    accept_header::Accepted,
    event_stream::EventStream,
    host_guard::Guard,
    mcp_headers::HeaderGate,
    options::HttpOptions,
    request_body,
    response::{self, Answering},
    response_body::Payload,
    session_store::{HttpSession, Sessions},
    sse_body::{self, AbortOnDrop},
};
use crate::{
    core::Origin,
    server::{
        dispatch::{Arrival, Channel, Dispatcher, Gate as _},
        lifecycle::Readiness,
        protocol::{Message, Reply, Request, Revision, RpcError, Unreadable},
    },
};

/// The header that names a session.
static SESSION_HEADER: HeaderName = HeaderName::from_static("mcp-session-id");

/// Everything behind `/mcp`.
#[derive(Debug)]
pub(super) struct Endpoint {
    pub(super) dispatcher: Arc<Dispatcher>,
    pub(super) guard: Guard,
    pub(super) sessions: Sessions,
    pub(super) readiness: Readiness,
    pub(super) options: HttpOptions,
}

/// Who sent a message, and what it says beside the message.
struct Sender {
    headers: HeaderMap,
    arrival: Arrival,
}

/// Why there is no answer but a status.
pub(super) type Refused = Box<Response<Payload>>;

/// Answers one request at `/mcp`.
pub(super) async fn serve(
    endpoint: &Arc<Endpoint>,
    request: HttpRequest<Incoming>,
    origin: Origin,
) -> Response<Payload> {
    let answer = match *request.method() {
        Method::POST => endpoint.post(request, origin).await,
        Method::GET => endpoint.get(request.headers()),
        Method::DELETE => endpoint.delete(request.headers()),
        _ => Err(response::not_allowed(
            "GET, POST, DELETE",
            "`/mcp` takes POST, GET and DELETE",
        )),
    };
    answer.unwrap_or_else(|refused| *refused)
}

impl Endpoint {
    pub(super) fn new(
        dispatcher: Arc<Dispatcher>,
        readiness: Readiness,
        options: HttpOptions,
    ) -> Self {
        let guard = Guard::new(&options);
        let sessions = Sessions::new(options.max_sessions, options.session_idle);
        Self {
            dispatcher,
            guard,
            sessions,
            readiness,
            options,
        }
    }

    async fn post(
        self: &Arc<Self>,
        request: HttpRequest<Incoming>,
        origin: Origin,
    ) -> Result<Response<Payload>, Refused> {
        let (parts, body) = request.into_parts();
        self.admit(&parts.headers)?;
        check_types(&parts.headers)?;
        let body = self.read(body).await?;
        let received = Instant::now();
        let session = if names_modern(&parts.headers) {
            None
        } else {
            self.session_of(&parts.headers)?
        };
        let sender = Sender {
            headers: parts.headers,
            arrival: Arrival { origin, received },
        };
        match Message::parse_batch(&body) {
            None => {
                let message = Message::parse(&body).map_err(|unreadable| refusal(&unreadable))?;
                self.take(message, sender, session).await
            }
            Some(batch) => {
                let batch = batch.map_err(|unreadable| refusal(&unreadable))?;
                Box::pin(self.take_batch(batch, &sender, session)).await
            }
        }
    }

    /// One message: what wants no answer is accepted, a request is answered.
    async fn take(
        self: &Arc<Self>,
        message: Message,
        sender: Sender,
        session: Option<Arc<HttpSession>>,
    ) -> Result<Response<Payload>, Refused> {
        let known = session.as_ref().map(|session| &**session.session());
        let Some(request) = self.dispatcher.absorb(message, known) else {
            return Ok(response::empty(StatusCode::ACCEPTED));
        };
        let (gate, arrival) = (HeaderGate::new(sender.headers), sender.arrival);
        let legacy = is_legacy(gate.version(), &request);
        if request.method == "initialize" && legacy && session.is_none() {
            return Box::pin(self.open_session(request, gate, arrival)).await;
        }
        Ok(match session.filter(|_| legacy) {
            Some(session) => {
                self.answer_in_session(request, gate, session, arrival)
                    .await
            }
            None => self.answer_alone(request, gate, !legacy, arrival).await,
        })
    }

    /// A handshake: a session is made for it, and stays if it succeeds.
    async fn open_session(
        self: &Arc<Self>,
        request: Box<Request>,
        gate: HeaderGate,
        arrival: Arrival,
    ) -> Result<Response<Payload>, Refused> {
        let Some(session) = self.create_session() else {
            let error = RpcError::busy("too many sessions are open: try again later");
            return Err(response::json(&Reply::refusal(Some(&request.id), &error), false).into());
        };
        let id = session.id().to_owned();
        let mut response = self
            .answer_in_session(request, gate, Arc::clone(&session), arrival)
            .await;
        if session.session().handshake().is_none() {
            self.sessions.remove(&id);
        } else if let Ok(id) = id.parse() {
            response.headers_mut().insert(&SESSION_HEADER, id);
        }
        Ok(response)
    }

    async fn answer_in_session(
        self: &Arc<Self>,
        request: Box<Request>,
        gate: HeaderGate,
        session: Arc<HttpSession>,
        arrival: Arrival,
    ) -> Response<Payload> {
        let stream = session.open_stream();
        let outbox = Arc::clone(&stream) as Arc<_>;
        let channel = Channel::in_session(session.session(), &request, outbox, arrival);
        let dispatcher = Arc::clone(&self.dispatcher);
        let listening = session.listen();
        let work = async move {
            let _listening = listening;
            dispatcher.handle(&request, &channel, Some(&gate)).await
        };
        let work = Answering::detached(Box::pin(work), Arc::clone(&stream), Arc::clone(&session));
        response::respond(work, stream, self.options.keep_alive, Some(&session)).await
    }

    /// A request that stands for itself: nothing is kept, and when the client goes away the work stops.
    async fn answer_alone(
        self: &Arc<Self>,
        request: Box<Request>,
        gate: HeaderGate,
        modern: bool,
        arrival: Arrival,
    ) -> Response<Payload> {
        let stream = EventStream::once();
        let channel = Channel::alone(Arc::clone(&stream) as Arc<_>, arrival);
        let dispatcher = Arc::clone(&self.dispatcher);
        let work =
            Box::pin(async move { dispatcher.handle(&request, &channel, Some(&gate)).await });
        response::respond(
            Answering::attached(work, modern),
            stream,
            self.options.keep_alive,
            None,
        )
        .await
    }

    /// A batch, which only 2025-03-26 has: the answers come together.
    async fn take_batch(
        self: &Arc<Self>,
        batch: Vec<Result<Message, Unreadable>>,
        sender: &Sender,
        session: Option<Arc<HttpSession>>,
    ) -> Result<Response<Payload>, Refused> {
        let gate = HeaderGate::new(sender.headers.clone());
        let handshake = session
            .as_ref()
            .and_then(|session| session.session().handshake());
        let revision = handshake
            .map(|handshake| handshake.revision)
            .or_else(|| gate.version().and_then(Revision::parse))
            .unwrap_or(Revision::UNSAID);
        if !revision.has_batches() {
            return Err(response::json(&Reply::no_batches(revision), false).into());
        }
        let mut replies = Vec::new();
        for message in batch {
            let reply = match message {
                Ok(message) => {
                    self.answer_in_batch(message, sender, session.as_ref())
                        .await
                }
                Err(unreadable) => Some(Reply::refusal(unreadable.id.as_ref(), &unreadable.error)),
            };
            replies.extend(reply);
        }
        if replies.is_empty() {
            return Ok(response::empty(StatusCode::ACCEPTED));
        }
        Ok(response::json_array(&replies))
    }

    async fn answer_in_batch(
        &self,
        message: Message,
        sender: &Sender,
        session: Option<&Arc<HttpSession>>,
    ) -> Option<Reply> {
        let known = session.map(|session| session.session());
        let request = self
            .dispatcher
            .absorb(message, known.map(|known| &**known))?;
        let outbox = Arc::new(crate::server::dispatch::NoOutbox);
        let channel = match known {
            Some(session) => Channel::in_session(session, &request, outbox, sender.arrival),
            None => Channel::alone(outbox, sender.arrival),
        };
        let gate = HeaderGate::new(sender.headers.clone());
        Some(
            self.dispatcher
                .handle(&request, &channel, Some(&gate))
                .await,
        )
    }

    /// The stream of a session: what changes while no request runs, or the rest of an answer that was cut off.
    fn get(self: &Arc<Self>, headers: &HeaderMap) -> Result<Response<Payload>, Refused> {
        self.admit(headers)?;
        if !Accepted::of(headers).events {
            let why = "GET answers with `text/event-stream`: accept it";
            return Err(response::text(StatusCode::NOT_ACCEPTABLE, why));
        }
        let session = self.session_of(headers)?.ok_or_else(|| {
            response::not_allowed("POST", "GET is for sessions: send requests with POST")
        })?;
        let last = headers.get("last-event-id").and_then(|id| id.to_str().ok());
        if let Some((number, event)) = last.and_then(sse_body::read_event_id)
            && let Some(stream) = session.stream(number)
        {
            let reader = stream.attach(event);
            return Ok(sse_body::response(
                reader,
                self.options.keep_alive,
                false,
                None,
            ));
        }
        Ok(self.tell_changes(&session))
    }

    fn tell_changes(self: &Arc<Self>, session: &Arc<HttpSession>) -> Response<Payload> {
        let stream = EventStream::once();
        let reader = stream.attach(None);
        let dispatcher = Arc::clone(&self.dispatcher);
        let session = Arc::clone(session);
        let listening = session.listen();
        let telling = tokio::spawn(async move {
            dispatcher.tell_changes(session.session(), &*stream).await;
            stream.close();
            drop(listening);
        });
        let work = AbortOnDrop(telling.abort_handle());
        sse_body::response(reader, self.options.keep_alive, false, Some(work))
    }

    fn delete(&self, headers: &HeaderMap) -> Result<Response<Payload>, Refused> {
        self.admit(headers)?;
        let session = self.session_of(headers)?.ok_or_else(|| {
            let why = "DELETE ends a session: name it in `Mcp-Session-Id`";
            response::not_allowed("POST", why)
        })?;
        self.sessions.remove(session.id());
        Ok(response::empty(StatusCode::NO_CONTENT))
    }

    pub(super) fn create_session(&self) -> Option<Arc<HttpSession>> {
        let changes = self.dispatcher.services().catalog().changes();
        self.sessions.create(changes)
    }

    pub(super) fn admit(&self, headers: &HeaderMap) -> Result<(), Refused> {
        self.guard.check(headers).map_err(|stranger| {
            tracing::warn!("refused: {}", stranger.message);
            response::text(stranger.status, &stranger.message)
        })
    }

    pub(super) async fn read<B>(&self, body: B) -> Result<Bytes, Refused>
    where
        B: HttpBody<Data = Bytes> + Unpin,
    {
        let HttpOptions {
            max_body,
            body_timeout,
            ..
        } = self.options;
        request_body::read(body, max_body, body_timeout).await
    }

    /// The session that a request names; an unknown one is gone, and the client starts anew.
    fn session_of(&self, headers: &HeaderMap) -> Result<Option<Arc<HttpSession>>, Refused> {
        let Some(id) = headers.get(&SESSION_HEADER) else {
            return Ok(None);
        };
        let session = id.to_str().ok().and_then(|id| self.sessions.find(id));
        session.map(Some).ok_or_else(|| {
            response::text(
                StatusCode::NOT_FOUND,
                "this session is not known: initialize a new one",
            )
        })
    }
}

/// Whether the headers name 2026-07-28, where a session means nothing.
fn names_modern(headers: &HeaderMap) -> bool {
    let version = headers.get("mcp-protocol-version");
    version.is_some_and(|version| version == Revision::V2026_07_28.as_str())
}

/// Whether a request belongs to a session's era: what names a modern revision does not.
fn is_legacy(version: Option<&str>, request: &Request) -> bool {
    let modern_header =
        version.is_some_and(|version| Revision::parse(version).is_none_or(Revision::is_modern));
    !modern_header && request.method != "server/discover"
}

fn refusal(unreadable: &Unreadable) -> Refused {
    response::json(
        &Reply::refusal(unreadable.id.as_ref(), &unreadable.error),
        true,
    )
    .into()
}

fn check_types(headers: &HeaderMap) -> Result<(), Refused> {
    let content_type = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    if !essence.eq_ignore_ascii_case("application/json") {
        let why = format!("the content type is `{essence}`: send `application/json`");
        return Err(response::text(StatusCode::UNSUPPORTED_MEDIA_TYPE, &why));
    }
    let accepted = Accepted::of(headers);
    if accepted.json && accepted.events {
        return Ok(());
    }
    let why = "accept both `application/json` and `text/event-stream`";
    Err(response::text(StatusCode::NOT_ACCEPTABLE, why))
}
