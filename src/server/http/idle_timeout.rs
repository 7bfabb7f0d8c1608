//! [`Attention`]: whether a connection still says something.
//!
//! hyper can bound the time that the head of a request takes, with a timer that is set and cleared for every request. That is a
//! twentieth of the work of a small call, so connections are looked at from outside instead, all of them once in a while.

use std::{
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    task::{Context, Poll},
};

use axum::body::Body;
use bytes::Bytes;
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use tokio::task::AbortHandle;

/// How many looks a client may sleep through that has not taken all of its answer: the system's buffers hide its progress.
const SLOW_LOOKS: u32 = 10;

/// What a connection does: how much has happened on it, and how many requests are not over.
#[derive(Debug, Default)]
pub(super) struct Attention {
    signs: AtomicU32,
    running: AtomicU32,
    /// Whether the client does not take what is written to it.
    is_blocked: AtomicBool,
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

    /// Whether the client takes what is written to it now.
    pub(super) fn note_write(&self, is_taken: bool) {
        if is_taken {
            self.note();
        }
        if self.is_blocked.load(Ordering::Relaxed) == is_taken {
            self.is_blocked.store(!is_taken, Ordering::Relaxed);
        }
    }

    /// How many looks a connection may sleep through.
    fn patience(&self) -> u32 {
        if self.is_blocked.load(Ordering::Relaxed) {
            SLOW_LOOKS
        } else {
            1
        }
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
    /// How many looks have seen the same.
    looks: u32,
    task: AbortHandle,
}

impl Connections {
    pub(super) fn add(&mut self, attention: Arc<Attention>, task: AbortHandle) {
        self.0.push(Connection {
            attention,
            seen: None,
            looks: 0,
            task,
        });
    }

    /// Closes those on which nothing has happened since this was called last, and nobody waits for an answer. A client that reads
    /// slowly has more time.
    pub(super) fn close_idle(&mut self) {
        self.0.retain_mut(|connection| {
            let is_idle = connection.is_idle();
            if is_idle {
                connection.task.abort();
            }
            !is_idle && !connection.task.is_finished()
        });
    }
}

impl Connection {
    fn is_idle(&mut self) -> bool {
        let signs = self.attention.signs.load(Ordering::Relaxed);
        let is_busy = self.attention.running.load(Ordering::Relaxed) > 0;
        if self.seen.replace(signs) != Some(signs) || is_busy {
            self.looks = 0;
            return false;
        }
        self.looks += 1;
        self.looks >= self.attention.patience()
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

#[cfg(test)]
mod tests {
    use super::*;

    fn connections() -> (Connections, Arc<Attention>, AbortHandle) {
        let attention = Arc::<Attention>::default();
        let task = tokio::spawn(std::future::pending::<()>()).abort_handle();
        let mut connections = Connections::default();
        connections.add(Arc::clone(&attention), task.clone());
        (connections, attention, task)
    }

    /// How many looks it takes until the connection is closed, of at most 20.
    fn looks(connections: &mut Connections) -> usize {
        (1..=20)
            .take_while(|_| {
                connections.close_idle();
                !connections.0.is_empty()
            })
            .count()
            + 1
    }

    #[tokio::test]
    async fn a_silent_connection_is_closed_at_the_second_look() {
        let (mut connections, attention, _) = connections();
        assert_eq!(looks(&mut connections), 2);
        connections.add(
            Arc::clone(&attention),
            tokio::spawn(std::future::pending::<()>()).abort_handle(),
        );
        connections.close_idle();
        attention.note();
        assert_eq!(looks(&mut connections), 2);
    }

    #[tokio::test]
    async fn a_busy_connection_is_not_closed() {
        let (mut connections, attention, _) = connections();
        let busy = attention.begin();
        assert_eq!(looks(&mut connections), 21);
        drop(busy);
        assert_eq!(looks(&mut connections), 1);
    }

    #[tokio::test]
    async fn a_slow_reader_has_more_time() {
        let (mut connections, attention, _) = connections();
        attention.note_write(false);
        assert_eq!(looks(&mut connections), 11);
    }
}
