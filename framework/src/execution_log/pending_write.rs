//! [`PendingWrite`]: a record that another caller or the log's thread will write.

use std::{
    future::poll_fn,
    sync::Mutex,
    task::{Poll, Waker},
};

use toolwright_base::lock;

/// A record that waits to be written, shared by its caller and the writer.
#[derive(Debug)]
pub(super) struct PendingWrite(Mutex<WriteState>);

#[derive(Debug)]
enum WriteState {
    Pending(Option<Waker>),
    Written,
    Abandoned,
}

impl PendingWrite {
    pub(super) const fn new() -> Self {
        Self(Mutex::new(WriteState::Pending(None)))
    }

    /// Waits until the record is written.
    pub(super) async fn written(&self) {
        poll_fn(|context| match &mut *lock(&self.0) {
            WriteState::Pending(waker) => {
                *waker = Some(context.waker().clone());
                Poll::Pending
            }
            WriteState::Written | WriteState::Abandoned => Poll::Ready(()),
        })
        .await;
    }

    /// Marks the record as written, and wakes the caller.
    pub(super) fn complete(&self) {
        let mut state = lock(&self.0);
        if let WriteState::Pending(waker) = &mut *state {
            let waker = waker.take();
            *state = WriteState::Written;
            drop(state);
            waker.into_iter().for_each(Waker::wake);
        }
    }

    /// Marks the record as abandoned by its caller. Returns false if it is already written.
    pub(super) fn abandon(&self) -> bool {
        let mut state = lock(&self.0);
        if matches!(*state, WriteState::Written) {
            return false;
        }
        *state = WriteState::Abandoned;
        true
    }

    pub(super) fn is_abandoned(&self) -> bool {
        matches!(*lock(&self.0), WriteState::Abandoned)
    }
}
