//! Answering a request: JSON when there is only an answer, an event stream from the first message that comes before it.

use std::{
    future::Future,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use axum::http::Response;

use super::{
    event_stream::EventStream,
    http_session::HttpSession,
    response,
    response_body::Payload,
    sse_body::{self, AbortOnDrop},
};
use crate::{core::BoxFuture, server::protocol::Reply};

/// A request's work. What happens to it when the client goes away depends on the era.
pub(super) struct Answering {
    work: Option<BoxFuture<'static, Reply>>,
    modern: bool,
    /// Where the answer is kept when the client of a session goes away before it: the client may come back.
    kept: Option<Kept>,
}

struct Kept {
    stream: Arc<EventStream>,
    session: Arc<HttpSession>,
}

impl Answering {
    /// Work that stops when the client goes away.
    pub(super) const fn attached(work: BoxFuture<'static, Reply>, modern: bool) -> Self {
        Self {
            work: Some(work),
            modern,
            kept: None,
        }
    }

    /// Work of a session, which goes on.
    pub(super) const fn detached(
        work: BoxFuture<'static, Reply>,
        stream: Arc<EventStream>,
        session: Arc<HttpSession>,
    ) -> Self {
        Self {
            work: Some(work),
            modern: false,
            kept: Some(Kept { stream, session }),
        }
    }
}

impl Future for Answering {
    type Output = Reply;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Reply> {
        let Some(work) = self.work.as_mut() else {
            return Poll::Pending;
        };
        let poll = work.as_mut().poll(cx);
        if poll.is_ready() {
            self.work = None;
        }
        poll
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        if let (Some(work), Some(kept)) = (self.work.take(), self.kept.take()) {
            kept.stream.abandon();
            let Ok(runtime) = tokio::runtime::Handle::try_current() else {
                return;
            };
            runtime.spawn(async move {
                kept.stream.finish(work.await.body);
                drop(kept.session);
            });
        }
    }
}

/// The response to a request: a plain answer is plain JSON, and nothing is spawned for it.
pub(super) async fn respond(
    mut work: Answering,
    stream: Arc<EventStream>,
    keep_alive: Duration,
    session: Option<&HttpSession>,
) -> Response<Payload> {
    tokio::select! {
        biased;
        reply = &mut work => {
            if !stream.has_begun() {
                if let Some(session) = session {
                    session.forget_stream(&stream);
                }
                return response::json(&reply, work.modern);
            }
            let reader = stream.attach(None);
            stream.finish(reply.body);
            sse_body::response(reader, keep_alive, primes(session), None)
        }
        () = stream.begun() => stream_answer(work, stream, keep_alive, session),
    }
}

/// The answer as an event stream, with the work on a task of its own so that a slow reader does not stop its clock.
fn stream_answer(
    mut work: Answering,
    stream: Arc<EventStream>,
    keep_alive: Duration,
    session: Option<&HttpSession>,
) -> Response<Payload> {
    let reader = stream.attach(None);
    let rest = work.work.take();
    let stops_with_client = work.kept.take().is_none();
    let task = tokio::spawn(async move {
        if let Some(rest) = rest {
            stream.finish(rest.await.body);
        }
    });
    let guard = stops_with_client.then(|| AbortOnDrop(task.abort_handle()));
    sse_body::response(reader, keep_alive, primes(session), guard)
}

/// A client that can come back to a stream gets an id to come back with.
fn primes(session: Option<&HttpSession>) -> bool {
    let handshake = session.and_then(|session| session.session().handshake());
    handshake.is_some_and(|handshake| handshake.revision.resumes_streams())
}
