//! [`ReplyFuture`]: waits for the reply to a request, and turns it into a response.
//!
//! The response is plain JSON if the reply is the only message. If another message comes first, it
//! becomes an event stream, and also if the reply takes long: its keep-alives tell the client, and
//! what is between, that the work goes on.

use std::{
    future::Future,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use axum::http::Response;

use super::{
    event_stream::EventStream, http_session::HttpSession, response, response::ResponseBody,
    sse_body, sse_body::AbortOnDrop,
};
use crate::{core::BoxFuture, server::protocol::Reply};

/// The work of a request.
///
/// If it is dropped because the client disconnected, the work of a session goes on, unless too much
/// goes on like this already. Its reply is dropped: nothing was sent, so the client knows no event that
/// it could resume from. Other work is cancelled.
pub(super) struct ReplyFuture {
    work: Option<BoxFuture<'static, Reply>>,
    modern: bool,
    /// The session in which the work goes on if its client disconnects.
    detached: Option<DetachedWork>,
}

struct DetachedWork {
    stream: Arc<EventStream>,
    session: Arc<HttpSession>,
}

impl ReplyFuture {
    /// Creates work that is cancelled when the client disconnects.
    pub(super) const fn attached(work: BoxFuture<'static, Reply>, modern: bool) -> Self {
        Self {
            work: Some(work),
            modern,
            detached: None,
        }
    }

    /// Creates work of a session, which goes on when the client disconnects.
    pub(super) const fn detached(
        work: BoxFuture<'static, Reply>,
        stream: Arc<EventStream>,
        session: Arc<HttpSession>,
    ) -> Self {
        Self {
            work: Some(work),
            modern: false,
            detached: Some(DetachedWork { stream, session }),
        }
    }
}

impl Future for ReplyFuture {
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

impl Drop for ReplyFuture {
    fn drop(&mut self) {
        if let (Some(work), Some(detached)) = (self.work.take(), self.detached.take()) {
            detached.session.forget_stream(&detached.stream);
            detached.stream.discard();
            let place = detached.session.unattended().unanswered();
            let (Some(place), Ok(runtime)) = (place, tokio::runtime::Handle::try_current()) else {
                return;
            };
            runtime.spawn(async move {
                drop(work.await);
                drop((detached, place));
            });
        }
    }
}

/// Waits for the reply, an earlier message or the time of a keep-alive, and returns the response. For a
/// plain reply no task is spawned.
pub(super) async fn respond(
    mut work: ReplyFuture,
    stream: Arc<EventStream>,
    keep_alive: Duration,
    session: Option<&HttpSession>,
) -> Response<ResponseBody> {
    // The head of the response to a handshake has the id of its session.
    let has_head = session.is_none_or(|session| session.session().handshake().is_some());
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
            sse_body::response(reader, keep_alive, starts_with_empty_event(session), None)
        }
        () = stream.wait_until_begun() => stream_reply(work, stream, keep_alive, session),
        () = tokio::time::sleep(keep_alive), if has_head => {
            stream_reply(work, stream, keep_alive, session)
        }
    }
}

/// Returns the reply as an event stream. The work moves to its own task, so that a slow reader does
/// not stop it.
fn stream_reply(
    mut work: ReplyFuture,
    stream: Arc<EventStream>,
    keep_alive: Duration,
    session: Option<&HttpSession>,
) -> Response<ResponseBody> {
    let reader = stream.attach(None);
    let rest = work.work.take();
    let detached = work.detached.take();
    let place = detached.and_then(|detached| detached.session.unattended().resumable());
    let stops_with_client = place.is_none();
    let task = tokio::spawn(async move {
        if let Some(rest) = rest {
            stream.finish(rest.await.body);
        }
        drop(place);
    });
    let guard = stops_with_client.then(|| AbortOnDrop(task.abort_handle()));
    sse_body::response(reader, keep_alive, starts_with_empty_event(session), guard)
}

/// Returns whether the stream starts with an empty event, whose id the client can resume from.
fn starts_with_empty_event(session: Option<&HttpSession>) -> bool {
    let handshake = session.and_then(|session| session.session().handshake());
    handshake.is_some_and(|handshake| handshake.revision.resumes_streams())
}

#[cfg(test)]
mod tests {
    use tokio::sync::{broadcast, oneshot};

    use super::*;
    use crate::server::{
        client_state::{BytePool, Session},
        protocol::Revision,
    };

    #[tokio::test]
    async fn a_reply_that_takes_long_begins_a_stream() {
        let stream = EventStream::single_use(&BytePool::new(1_000_000));
        let never = ReplyFuture::attached(Box::pin(std::future::pending()), true);
        let response = respond(never, stream, Duration::from_millis(1), None).await;
        assert_eq!(response.headers()["content-type"], "text/event-stream");
    }

    #[tokio::test]
    async fn a_reply_is_not_kept_for_a_client_that_got_no_event() {
        let pool = BytePool::new(1_000_000);
        let session = Session::new(broadcast::channel(1).1, &pool, &Arc::default());
        let session = HttpSession::new(
            "1".into(),
            session,
            Default::default(),
            &pool,
            &Arc::default(),
        );
        let session = Arc::new(session);
        let stream = session.open_stream();
        let number = stream.number().unwrap();
        let (finish, finished) = oneshot::channel::<()>();
        let (done, is_done) = oneshot::channel();
        let work = Box::pin(async move {
            finished.await.unwrap();
            done.send(()).unwrap();
            Reply::no_batches(Revision::V2025_11_25)
        });
        drop(ReplyFuture::detached(
            work,
            Arc::clone(&stream),
            Arc::clone(&session),
        ));
        finish.send(()).unwrap();
        is_done.await.unwrap();
        assert!(session.stream(number).is_none());
        assert_eq!(stream.kept_bytes(), 0);
    }
}
