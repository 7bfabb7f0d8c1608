//! The HTTP+SSE transport of 2024-11-05.
//!
//! `GET /sse` opens an event stream whose first event has the path to post messages to. All replies
//! are sent on that stream. A session ends when its stream does.

use std::sync::Arc;

use axum::{
    Router,
    body::Body,
    extract::{Query, Request as HttpRequest, State},
    http::{Response, StatusCode},
    routing::{get, post},
};
use serde::Deserialize;

use super::{
    endpoint::{Endpoint, TOO_MANY_SESSIONS},
    event_stream::ReplyPlace,
    host_guard,
    http_session::{HttpSession, SessionOwner},
    response,
    response::{Rejection, ResponseBody},
    sse_body,
    sse_body::AbortOnDrop,
};
use crate::{
    core::{Origin, RequestHead},
    server::{
        client_state::PooledBytes,
        dispatch::{Arrival, Channel},
        protocol::{Message, Reply},
    },
};

pub(super) const STREAM: &str = "/sse";
pub(super) const MESSAGES: &str = "/messages";

pub(super) fn add_routes(router: Router<Arc<Endpoint>>) -> Router<Arc<Endpoint>> {
    router
        .route(STREAM, get(open_stream))
        .route(MESSAGES, post(receive_message))
}

#[derive(Deserialize)]
struct SessionQuery {
    session_id: String,
}

async fn open_stream(
    State(endpoint): State<Arc<Endpoint>>,
    request: HttpRequest,
) -> Response<Body> {
    let origin: Origin = request.extensions().get().copied().unwrap_or_default();
    let (method, headers) = (request.method(), request.headers());
    let identity = endpoint.authenticate_for_all(method, headers, origin).await;
    let answer = identity.and_then(|identity| {
        let part = None;
        endpoint.open_legacy_stream(SessionOwner { identity, part })
    });
    answer.unwrap_or_else(|refused| *refused).map(Body::new)
}

async fn receive_message(
    State(endpoint): State<Arc<Endpoint>>,
    Query(query): Query<SessionQuery>,
    request: HttpRequest,
) -> Response<Body> {
    endpoint
        .receive_legacy_message(&query.session_id, request)
        .await
        .unwrap_or_else(|refused| *refused)
        .map(Body::new)
}

/// Ends the session when it is dropped with the stream.
struct EndSessionOnDrop {
    endpoint: Arc<Endpoint>,
    id: String,
}

impl Drop for EndSessionOnDrop {
    fn drop(&mut self) {
        self.endpoint.sessions.remove(&self.id);
    }
}

impl Endpoint {
    fn open_legacy_stream(
        self: &Arc<Self>,
        owner: SessionOwner,
    ) -> Result<Response<ResponseBody>, Rejection> {
        let full = || response::text(StatusCode::SERVICE_UNAVAILABLE, TOO_MANY_SESSIONS);
        let session = self.create_session(owner).ok_or_else(full)?;
        let stream = session.open_only_stream();
        let reader = stream.attach(None);
        let end_session = EndSessionOnDrop {
            endpoint: Arc::clone(self),
            id: session.id().to_owned(),
        };
        let dispatcher = Arc::clone(&self.dispatcher);
        let in_use = session.mark_in_use();
        let path = format!("{MESSAGES}?session_id={}", session.id());
        let sending = tokio::spawn(async move {
            let _end_session = end_session;
            let _in_use = in_use;
            dispatcher.send_changes(session.session(), &*stream).await;
            stream.close();
        });
        let work = AbortOnDrop(sending.abort_handle());
        Ok(sse_body::legacy_response(
            reader,
            self.options.keep_alive,
            &path,
            work,
        ))
    }

    async fn receive_legacy_message(
        self: &Arc<Self>,
        id: &str,
        request: HttpRequest,
    ) -> Result<Response<ResponseBody>, Rejection> {
        let (parts, body) = request.into_parts();
        let origin: Origin = parts.extensions.get().copied().unwrap_or_default();
        let identity = self
            .authenticate_for_all(&parts.method, &parts.headers, origin)
            .await?;
        let origin = host_guard::origin_of(&parts.headers, origin, identity.as_ref());
        let body = self.read_body(body, origin).await?;
        let gone = || response::text(StatusCode::NOT_FOUND, "unknown session: open `/sse` again");
        let owner = SessionOwner {
            identity: identity.clone(),
            part: None,
        };
        let session = self.sessions.find(id, &owner).ok_or_else(gone)?;
        let stream = session.only_stream().ok_or_else(gone)?;
        let place = stream.reserve_reply().ok_or_else(|| {
            let why = "the stream of this session is not read: try again later";
            response::text(StatusCode::SERVICE_UNAVAILABLE, why)
        })?;
        match Message::parse(&body.bytes) {
            Ok(message) => {
                let arrival = Arrival {
                    identity,
                    ..Arrival::now(origin)
                };
                let head = Box::new(RequestHead::new(parts, origin));
                let counted = body.counted;
                self.answer_on_stream(message, &session, (arrival, head, counted), place);
            }
            Err(invalid) => {
                let refusal = Reply::refusal(invalid.id.as_ref(), &invalid.error);
                place.write(refusal.body).await;
            }
        }
        Ok(response::empty(StatusCode::ACCEPTED))
    }

    /// Handles a message, and writes the reply to a request to the stream of the session.
    fn answer_on_stream(
        self: &Arc<Self>,
        message: Message,
        session: &HttpSession,
        (arrival, head, counted): (Arrival, Box<RequestHead>, Option<PooledBytes>),
        place: ReplyPlace,
    ) {
        let Some(request) = self
            .dispatcher
            .accept_message(message, Some(session.session()))
        else {
            return;
        };
        let (endpoint, id) = (Arc::clone(self), session.id().to_owned());
        let channel = Channel::in_session(session.session(), &request, place.outbox(), arrival)
            .with_head(head)
            .with_counted_body(counted);
        tokio::spawn(async move {
            let reply = endpoint.dispatcher.handle(&request, &channel, None).await;
            drop(channel);
            if !place.write(reply.body).await {
                endpoint.sessions.remove(&id);
            }
        });
    }
}
