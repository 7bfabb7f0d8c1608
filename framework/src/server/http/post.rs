//! `POST /mcp`: one message or a batch.

use std::{sync::Arc, time::Instant};

use axum::{
    body::{Bytes, HttpBody},
    http::{HeaderMap, HeaderValue, Request as HttpRequest, Response, StatusCode, header},
};

use super::{
    endpoint::{Endpoint, SESSION_HEADER, TOO_MANY_SESSIONS},
    event_stream::EventStream,
    host_guard,
    http_session::{HttpSession, SessionOwner},
    mcp_headers::{AcceptHeader, McpHeaders},
    reply_future,
    reply_future::ReplyFuture,
    request_body::{MAX_PARSED_AT_ONCE, MAX_UNCOUNTED, RequestBody},
    response,
    response::{Rejection, ResponseBody},
};
use crate::{
    core::{Origin, RequestHead, compute},
    server::{
        client_state::PooledBytes,
        dispatch::{Arrival, Channel, MirroredHeaders as _},
        peer::NoOutbox,
        protocol::{InvalidMessage, Message, Reply, Request, Revision, RpcError},
    },
};

/// The parsed body of a `POST`.
enum Posted {
    Message(Message),
    Batch(Vec<Result<Message, InvalidMessage>>),
}

impl Posted {
    fn parse(body: &Bytes) -> Result<Self, InvalidMessage> {
        match Message::parse_batch(body) {
            None => Message::parse(body).map(Self::Message),
            Some(batch) => batch.map(Self::Batch),
        }
    }
}

/// Parses a large body beside the threads of the runtime.
///
/// Returns its counted bytes too. They stay counted until the body is parsed, also if the client has
/// disconnected, so that a client cannot fill the memory with bodies that wait.
async fn parse_aside(
    body: RequestBody,
) -> Result<(Result<Posted, InvalidMessage>, Option<PooledBytes>), Rejection> {
    let parsed = compute(move || (Posted::parse(&body.bytes), body.counted)).await;
    parsed.map_err(|error| response::text(StatusCode::SERVICE_UNAVAILABLE, &error.to_string()))
}

impl Endpoint {
    pub(super) async fn post<B>(
        self: &Arc<Self>,
        request: HttpRequest<B>,
        origin: Origin,
        part: Option<&str>,
    ) -> Result<Response<ResponseBody>, Rejection>
    where
        B: HttpBody<Data = Bytes> + Unpin,
    {
        let (parts, body) = request.into_parts();
        let admitted = self
            .admit(&parts.method, &parts.headers, origin, part)
            .await?;
        let identity = admitted.identity.as_ref();
        let origin = host_guard::origin_of(&parts.headers, origin, identity);
        check_types(&parts.headers)?;
        let body = self.read_body(body, origin).await?;
        let received = Instant::now();
        let session = if names_modern(&parts.headers) {
            None
        } else {
            self.session_of(&parts.headers, &admitted, origin)?
        };
        let (parsed, counted) = match body.bytes.len() {
            ..=MAX_PARSED_AT_ONCE => (Posted::parse(&body.bytes), body.counted),
            _ => Box::pin(parse_aside(body)).await?,
        };
        let source = RequestSource {
            head: Box::new(RequestHead::new(parts, origin)),
            arrival: admitted.into_arrival(origin, received),
            counted,
        };
        match parsed.map_err(|invalid| refusal(&invalid))? {
            Posted::Message(message) => self.handle_message(message, source, session).await,
            Posted::Batch(batch) => Box::pin(self.handle_batch(batch, &source, session)).await,
        }
    }

    /// Handles a message: answers a request, and accepts a notification or a response with 202.
    async fn handle_message(
        self: &Arc<Self>,
        message: Message,
        source: RequestSource,
        session: Option<Arc<HttpSession>>,
    ) -> Result<Response<ResponseBody>, Rejection> {
        let known = session.as_ref().map(|session| &**session.session());
        let Some(request) = self.dispatcher.accept_message(message, known) else {
            return Ok(response::empty(StatusCode::ACCEPTED));
        };
        if request.method == "subscriptions/listen" && source.counted.is_some() {
            let error = RpcError::invalid_request(format!(
                "a request that stays open must not be longer than {MAX_UNCOUNTED} bytes"
            ));
            return Err(response::json(&Reply::refusal(Some(&request.id), &error), true).into());
        }
        let headers = McpHeaders::new(source.head.headers());
        let legacy = is_legacy(headers.version(), &request);
        if request.method == "initialize" && legacy && session.is_none() {
            return Box::pin(self.open_session(request, headers, source)).await;
        }
        Ok(match session.filter(|_| legacy) {
            Some(session) => {
                self.answer_in_session(request, headers, session, source)
                    .await
            }
            None => {
                self.answer_without_session(request, headers, !legacy, source)
                    .await
            }
        })
    }

    /// Creates a session for a handshake, and removes it if the handshake fails.
    async fn open_session(
        self: &Arc<Self>,
        request: Box<Request>,
        headers: McpHeaders,
        source: RequestSource,
    ) -> Result<Response<ResponseBody>, Rejection> {
        let part = source.arrival.virtual_server.as_ref();
        let owner = SessionOwner {
            identity: source.arrival.identity.clone(),
            part: part.map(|part| Arc::clone(part.shared_name())),
        };
        let Some(session) = self.create_session(owner) else {
            let error = RpcError::busy(TOO_MANY_SESSIONS);
            return Err(response::json(&Reply::refusal(Some(&request.id), &error), false).into());
        };
        let id = session.id().to_owned();
        let mut response = self
            .answer_in_session(request, headers, Arc::clone(&session), source)
            .await;
        if session.session().handshake().is_none() {
            self.sessions.remove(&id);
        } else if let Ok(id) = self.id_for_client(&session).parse() {
            response.headers_mut().insert(&SESSION_HEADER, id);
        }
        Ok(response)
    }

    async fn answer_in_session(
        self: &Arc<Self>,
        request: Box<Request>,
        headers: McpHeaders,
        session: Arc<HttpSession>,
        source: RequestSource,
    ) -> Response<ResponseBody> {
        let stream = session.open_stream();
        let outbox = Arc::clone(&stream) as Arc<_>;
        let channel = Channel::in_session(session.session(), &request, outbox, source.arrival)
            .with_head(source.head)
            .with_counted_body(source.counted);
        let dispatcher = Arc::clone(&self.dispatcher);
        let in_use = session.mark_in_use();
        let work = async move {
            let _in_use = in_use;
            dispatcher.handle(&request, &channel, Some(&headers)).await
        };
        let work = ReplyFuture::detached(Box::pin(work), Arc::clone(&stream), Arc::clone(&session));
        reply_future::respond(work, stream, self.options.keep_alive, Some(&session)).await
    }

    /// Answers a request without a session. Nothing is kept, and the work is cancelled when the
    /// client disconnects.
    async fn answer_without_session(
        self: &Arc<Self>,
        request: Box<Request>,
        headers: McpHeaders,
        modern: bool,
        source: RequestSource,
    ) -> Response<ResponseBody> {
        let stream = EventStream::single_use(&self.dispatcher.budget().streams);
        let channel = Channel::without_session(Arc::clone(&stream) as Arc<_>, source.arrival)
            .with_head(source.head)
            .with_counted_body(source.counted);
        let dispatcher = Arc::clone(&self.dispatcher);
        let work =
            Box::pin(async move { dispatcher.handle(&request, &channel, Some(&headers)).await });
        reply_future::respond(
            ReplyFuture::attached(work, modern),
            stream,
            self.options.keep_alive,
            None,
        )
        .await
    }
}

/// Returns whether the headers name 2026-07-28, which has no sessions.
fn names_modern(headers: &HeaderMap) -> bool {
    let version = headers.get("mcp-protocol-version");
    version.is_some_and(|version| version == Revision::V2026_07_28.as_str())
}

/// Returns whether a request belongs to a revision with sessions.
fn is_legacy(version: Option<&str>, request: &Request) -> bool {
    let modern_header =
        version.is_some_and(|version| Revision::parse(version).is_none_or(Revision::is_modern));
    !modern_header && request.method != "server/discover"
}

fn refusal(invalid: &InvalidMessage) -> Rejection {
    response::json(&Reply::refusal(invalid.id.as_ref(), &invalid.error), true).into()
}

fn check_types(headers: &HeaderMap) -> Result<(), Rejection> {
    let content_type = headers.get(header::CONTENT_TYPE);
    let content_type = content_type.map_or(&b""[..], HeaderValue::as_bytes);
    let essence = content_type.split(|byte| *byte == b';').next();
    let essence = essence.unwrap_or_default().trim_ascii();
    if !essence.eq_ignore_ascii_case(b"application/json") {
        let essence = String::from_utf8_lossy(essence);
        let why = format!("the content type is `{essence}`: send `application/json`");
        return Err(response::text(StatusCode::UNSUPPORTED_MEDIA_TYPE, &why));
    }
    let accepted = AcceptHeader::parse(headers);
    if accepted.json && accepted.events {
        return Ok(());
    }
    let why = "the `Accept` header must allow both `application/json` and `text/event-stream`";
    Err(response::text(StatusCode::NOT_ACCEPTABLE, why))
}

impl Endpoint {
    /// Handles the messages of a batch one after the other, and responds with all replies together.
    pub(super) async fn handle_batch(
        self: &Arc<Self>,
        batch: Vec<Result<Message, InvalidMessage>>,
        source: &RequestSource,
        session: Option<Arc<HttpSession>>,
    ) -> Result<Response<ResponseBody>, Rejection> {
        let headers = McpHeaders::new(source.head.headers());
        let handshake = session
            .as_ref()
            .and_then(|session| session.session().handshake());
        let revision = handshake
            .map(|handshake| handshake.revision)
            .or_else(|| headers.version().and_then(Revision::parse))
            .unwrap_or(Revision::ASSUMED);
        if !revision.has_batches() {
            return Err(response::json(&Reply::no_batches(revision), false).into());
        }
        let mut replies = Vec::new();
        for message in batch {
            let reply = match message {
                Ok(message) => {
                    self.answer_in_batch(message, source, session.as_ref())
                        .await
                }
                Err(invalid) => Some(Reply::refusal(invalid.id.as_ref(), &invalid.error)),
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
        source: &RequestSource,
        session: Option<&Arc<HttpSession>>,
    ) -> Option<Reply> {
        let known = session.map(|session| session.session());
        let request = self
            .dispatcher
            .accept_message(message, known.map(|known| &**known))?;
        let outbox = Arc::new(NoOutbox);
        let channel = match known {
            Some(session) => Channel::in_session(session, &request, outbox, source.arrival.clone()),
            None => Channel::without_session(outbox, source.arrival.clone()),
        };
        let channel = channel.with_head(source.head.clone());
        let headers = McpHeaders::new(source.head.headers());
        Some(
            self.dispatcher
                .handle(&request, &channel, Some(&headers))
                .await,
        )
    }
}

/// The head of a `POST`, its sender and its time of arrival.
pub(super) struct RequestSource {
    pub(super) head: Box<RequestHead>,
    pub(super) arrival: Arrival,
    /// The bytes of a large body, until the request is handled.
    pub(super) counted: Option<PooledBytes>,
}

#[cfg(test)]
mod tests {
    use std::{thread::sleep, time::Duration};

    use futures_util::FutureExt as _;

    use super::*;
    use crate::server::client_state::BytePool;

    #[test]
    fn a_body_stays_counted_until_it_is_parsed_although_its_client_has_left() {
        let pool = BytePool::new(1000);
        let is_full = || !pool.nothing().grow(1);
        let zeros = "0,".repeat(2_000_000);
        let bytes =
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"x","params":{{"a":[{zeros}0]}}}}"#);
        let bytes = Bytes::from(bytes);
        // Another test may have all places for computations at the moment.
        let begun = (0..1000).any(|_| {
            let mut counted = pool.nothing();
            assert!(counted.grow(1000));
            let body = RequestBody {
                bytes: bytes.clone(),
                counted: Some(counted),
            };
            let left = parse_aside(body).now_or_never().is_none();
            let begun = left && is_full();
            sleep(Duration::from_millis(if begun { 0 } else { 10 }));
            begun
        });
        assert!(begun);
        let parsed = (0..1000).any(|_| {
            sleep(Duration::from_millis(10));
            !is_full()
        });
        assert!(parsed);
    }
}
