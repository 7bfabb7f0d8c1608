//! `/mcp`: streamable HTTP, for every revision at one address.

use std::sync::Arc;

use axum::{
    body::HttpBody,
    http::{HeaderMap, HeaderName, Method, Request as HttpRequest, Response, StatusCode},
};
use bytes::Bytes;
use hyper::body::Incoming;

use super::{
    accept_header::Accepted,
    event_stream::EventStream,
    host_guard::Guard,
    http_session::HttpSession,
    options::HttpOptions,
    request_body,
    response::{self, Refused},
    response_body::Payload,
    session_store::Sessions,
    sse_body::{self, AbortOnDrop},
};
use crate::{
    core::Origin,
    server::{dispatch::Dispatcher, lifecycle::Readiness},
};

/// The header that names a session.
pub(super) static SESSION_HEADER: HeaderName = HeaderName::from_static("mcp-session-id");

/// Everything behind `/mcp`.
#[derive(Debug)]
pub(super) struct Endpoint {
    pub(super) dispatcher: Arc<Dispatcher>,
    pub(super) guard: Guard,
    pub(super) sessions: Sessions,
    pub(super) readiness: Readiness,
    pub(super) options: HttpOptions,
}

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
    pub(super) fn session_of(
        &self,
        headers: &HeaderMap,
    ) -> Result<Option<Arc<HttpSession>>, Refused> {
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
