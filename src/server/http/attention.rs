//! [`Attention`]: whether a connection still says something.
//!
//! hyper can bound the time that the head of a request takes, with a timer that is set and cleared for every request. That is a
//! twentieth of the work of a small call, so connections are looked at from outside instead, all of them once in a while.

use std::{
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    task::{Context, Poll},
};

use axum::body::Body;
use bytes::Bytes;
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use tokio::task::AbortHandle;

/// What a connection does: how much has happened on it, and how many requests are not over.
#[derive(Debug, Default)]
pub(super) struct Attention {
    signs: AtomicU32,
    running: AtomicU32,
}

/// A request that is not over until this is dropped.
#[derive(Debug)]
pub(super) struct Busy(Arc<Attention>);

impl Attention {
    /// The head of a request has come.
    pub(super) fn begin(self: &Arc<Self>) -> Busy {
        self.note();
        self.running.fetch_add(1, Ordering::Relaxed);
        Busy(Arc::clone(self))
    }

    /// Something happened that an idle client cannot bring about.
    pub(super) fn note(&self) {
        self.signs.fetch_add(1, Ordering::Relaxed);
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, Ordering::Relaxed);
    }
}

/// All connections, and how much had happened on each when they were looked at last.
#[derive(Debug, Default)]
pub(super) struct Connections(Vec<Connection>);

#[derive(Debug)]
struct Connection {
    attention: Arc<Attention>,
    seen: Option<u32>,
    task: AbortHandle,
}

impl Connections {
    pub(super) fn add(&mut self, attention: Arc<Attention>, task: AbortHandle) {
        self.0.push(Connection {
            attention,
            seen: None,
            task,
        });
    }

    /// Closes those on which nothing has happened since this was called last, and nobody waits for an answer.
    pub(super) fn close_idle(&mut self) {
        self.0.retain_mut(|connection| {
            let signs = connection.attention.signs.load(Ordering::Relaxed);
            let is_busy = connection.attention.running.load(Ordering::Relaxed) > 0;
            let is_idle = connection.seen.replace(signs) == Some(signs) && !is_busy;
            if is_idle {
                connection.task.abort();
            }
            !is_idle && !connection.task.is_finished()
        });
    }
}

/// A body whose request is over with it.
pub(super) struct BusyBody {
    pub(super) body: Body,
    pub(super) _busy: Busy,
}

impl HttpBody for BusyBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
