//! `POST /mcp`: one message, and its answer.

use std::{sync::Arc, time::Instant};

use axum::http::{HeaderMap, Request as HttpRequest, Response, StatusCode, header};
use hyper::body::Incoming;

use super::{
    accept_header::Accepted,
    endpoint::{Endpoint, SESSION_HEADER},
    event_stream::EventStream,
    http_session::HttpSession,
    mcp_headers::HeaderGate,
    reply_future::{self, Answering},
    request_source::Sender,
    response::{self, Refused},
    response_body::Payload,
};
use crate::{
    core::Origin,
    server::{
        dispatch::{Arrival, Channel, Gate as _},
        protocol::{Message, Reply, Request, Revision, RpcError, Unreadable},
    },
};

impl Endpoint {
    pub(super) async fn post(
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
        reply_future::respond(work, stream, self.options.keep_alive, Some(&session)).await
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
        reply_future::respond(
            Answering::attached(work, modern),
            stream,
            self.options.keep_alive,
            None,
        )
        .await
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
