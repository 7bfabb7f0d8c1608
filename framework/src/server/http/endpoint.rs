//! [`Endpoint`]: streamable HTTP at `/mcp`, for all revisions. `POST` is in `post`.
//!
//! [`PageContext`] gives the server's own pages its limits and its end.

use std::{sync::Arc, time::Duration};

use axum::{
    body::{Bytes, HttpBody},
    http::{
        HeaderMap, HeaderName, HeaderValue, Method, Request as HttpRequest, Response, StatusCode,
        header,
    },
};
use tokio_util::sync::CancellationToken;
use toolwright_base::token;

use super::{
    admitted::Admitted,
    body_room::BodyRoom,
    event_stream::EventStream,
    host_guard::HostGuard,
    http_session::{HttpSession, SessionOwner},
    mcp_headers::AcceptHeader,
    options::HttpOptions,
    request_body::{self, RequestBody, UnreadBody},
    response,
    response::{Rejection, ResponseBody},
    session_store::SessionStore,
    sse_body,
    sse_body::AbortOnDrop,
};
use crate::{
    core::Origin,
    server::{dispatch::Dispatcher, lifecycle::Readiness},
};

/// The path of the endpoint.
pub(super) const PATH: &str = "/mcp";

/// The message for a client that gets no session.
pub(super) const TOO_MANY_SESSIONS: &str = "too many sessions are open: try again later";

/// The header with the id of a session.
pub(super) static SESSION_HEADER: HeaderName = HeaderName::from_static("mcp-session-id");

/// The state of the MCP endpoint.
#[derive(Debug)]
pub(super) struct Endpoint {
    pub(super) dispatcher: Arc<Dispatcher>,
    pub(super) guard: HostGuard,
    pub(super) sessions: SessionStore,
    pub(super) readiness: Readiness,
    pub(super) options: HttpOptions,
    /// Whether other machines can reach it, and so every request needs credentials.
    pub(super) is_exposed: bool,
}

/// Serves a request at `/mcp`, or at the virtual server `part`.
pub(super) async fn serve<B>(
    endpoint: &Arc<Endpoint>,
    request: HttpRequest<B>,
    origin: Origin,
    part: Option<&str>,
) -> Response<ResponseBody>
where
    B: HttpBody<Data = Bytes> + Unpin,
{
    let answer = match *request.method() {
        Method::POST => endpoint.post(request, origin, part).await,
        Method::GET => endpoint.get(request.headers(), origin, part).await,
        Method::DELETE => endpoint.delete(request.headers(), origin, part).await,
        _ => Err(response::not_allowed(
            "GET, POST, DELETE",
            "`/mcp` supports POST, GET and DELETE",
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
        let guard = HostGuard::new(&options);
        let sessions = SessionStore::new(options.max_sessions, options.session_idle);
        Self {
            dispatcher,
            guard,
            sessions,
            readiness,
            options,
            is_exposed: false,
        }
    }

    /// Asks every request for credentials, since other machines can reach it.
    pub(super) const fn exposed(mut self) -> Self {
        self.is_exposed = true;
        self
    }

    /// Serves `GET`: resumes the stream of a response, or opens a stream of changes.
    async fn get(
        self: &Arc<Self>,
        headers: &HeaderMap,
        origin: Origin,
        part: Option<&str>,
    ) -> Result<Response<ResponseBody>, Rejection> {
        let admitted = self.admit(&Method::GET, headers, origin, part).await?;
        if !AcceptHeader::parse(headers).events {
            let why = "GET responds with `text/event-stream`: the `Accept` header must allow it";
            return Err(response::text(StatusCode::NOT_ACCEPTABLE, why));
        }
        let session = self
            .session_of(headers, &admitted, origin)?
            .ok_or_else(|| {
                response::not_allowed("POST", "GET needs a session: send requests with POST")
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
        Ok(self.stream_changes(&session))
    }

    fn stream_changes(self: &Arc<Self>, session: &Arc<HttpSession>) -> Response<ResponseBody> {
        let stream = EventStream::single_use(&self.dispatcher.budget().streams);
        let reader = stream.attach(None);
        let dispatcher = Arc::clone(&self.dispatcher);
        let session = Arc::clone(session);
        let in_use = session.mark_in_use();
        let sending = tokio::spawn(async move {
            dispatcher.send_changes(session.session(), &*stream).await;
            stream.close();
            drop(in_use);
        });
        let work = AbortOnDrop(sending.abort_handle());
        let mut response = sse_body::response(reader, self.options.keep_alive, false, Some(work));
        // When another stream replaces this one, its connection is free too.
        let close = HeaderValue::from_static("close");
        response.headers_mut().insert(header::CONNECTION, close);
        response
    }

    async fn delete(
        &self,
        headers: &HeaderMap,
        origin: Origin,
        part: Option<&str>,
    ) -> Result<Response<ResponseBody>, Rejection> {
        let admitted = self.admit(&Method::DELETE, headers, origin, part).await?;
        let session = self
            .session_of(headers, &admitted, origin)?
            .ok_or_else(|| {
                let why = "DELETE ends a session: name it in `Mcp-Session-Id`";
                response::not_allowed("POST", why)
            })?;
        self.sessions.end(session.id());
        Ok(response::empty(StatusCode::NO_CONTENT))
    }

    /// Refuses new requests, and waits until `all_done`, but not longer than
    /// [`HttpOptions::drain`].
    pub(super) async fn drain(&self, all_done: impl Future) {
        self.dispatcher.drain();
        if tokio::time::timeout(self.options.drain, all_done)
            .await
            .is_err()
        {
            tracing::warn!("some calls did not finish in time and were stopped");
        }
    }

    /// Creates a session. Returns `None` if there are [too many](TOO_MANY_SESSIONS).
    pub(super) fn create_session(&self, owner: SessionOwner) -> Option<Arc<HttpSession>> {
        let session = self.dispatcher.new_session();
        let pool = &self.dispatcher.budget().streams;
        self.sessions.add(token::random(), session, owner, pool)
    }

    pub(super) fn check_access(&self, headers: &HeaderMap) -> Result<(), Rejection> {
        self.guard.check(headers).map_err(|refusal| {
            tracing::warn!("refused a request: {}", refusal.message);
            response::text(refusal.status, &refusal.message)
        })
    }

    /// Reads the body of a request from `origin`.
    pub(super) async fn read_body<B>(
        &self,
        body: B,
        origin: Origin,
    ) -> Result<RequestBody, Rejection>
    where
        B: HttpBody<Data = Bytes> + Unpin,
    {
        let HttpOptions {
            max_body,
            body_timeout,
            ..
        } = self.options;
        let room = BodyRoom::new(&self.dispatcher.budget().bodies, origin);
        let read = request_body::read(body, max_body, body_timeout, &room).await;
        read.map_err(|unread| response::text(unread.status(), &unread.to_string()))
    }

    /// Returns what the server's own pages need of it for a request from `origin`.
    pub(super) fn page_context(&self, origin: Origin) -> PageContext {
        PageContext {
            draining: self.dispatcher.draining().clone(),
            bodies: BodyRoom::new(&self.dispatcher.budget().bodies, origin),
        }
    }

    /// Returns the session that a request names, if any.
    ///
    /// # Errors
    /// A rejection 404 if the session is unknown, or that of another caller or virtual server, after which a client
    /// starts a new one.
    pub(super) fn session_of(
        &self,
        headers: &HeaderMap,
        admitted: &Admitted,
        origin: Origin,
    ) -> Result<Option<Arc<HttpSession>>, Rejection> {
        let Some(id) = headers.get(&SESSION_HEADER) else {
            return Ok(None);
        };
        let session = id.to_str().ok();
        let session = session.and_then(|id| self.find_session(id, admitted, origin));
        session.map(Some).ok_or_else(|| {
            response::text(
                StatusCode::NOT_FOUND,
                "unknown session: initialize a new one",
            )
        })
    }
}

/// An extension of the requests for a server's own pages.
#[derive(Debug, Clone)]
pub struct PageContext {
    /// Cancelled when the server stops, so that an endless response ends and does not hold up the
    /// others.
    pub draining: CancellationToken,
    /// The room for the bodies of all requests.
    pub(super) bodies: BodyRoom,
}

impl PageContext {
    /// Reads a body of at most `limit` bytes within `time`.
    ///
    /// # Errors
    /// If the body is too large, too slow or incomplete, or all requests together are too large.
    #[doc(hidden)]
    pub async fn read_body<B>(
        &self,
        body: B,
        limit: usize,
        time: Duration,
    ) -> Result<RequestBody, UnreadBody>
    where
        B: HttpBody<Data = Bytes> + Unpin,
    {
        request_body::read(body, limit, time, &self.bodies).await
    }
}

/// The longest interval between two searches.
const MAX_INTERVAL: Duration = Duration::from_secs(30);
/// The shortest interval between two searches.
const MIN_INTERVAL: Duration = Duration::from_millis(100);

/// Removes idle sessions and expired tasks from time to time. Never returns.
pub(super) async fn sweep_periodically(endpoint: &Endpoint) {
    let idle = endpoint.options.session_idle.max(MIN_INTERVAL);
    loop {
        tokio::time::sleep(MAX_INTERVAL.min(idle)).await;
        endpoint.sessions.remove_idle();
        endpoint.dispatcher.remove_expired();
    }
}
