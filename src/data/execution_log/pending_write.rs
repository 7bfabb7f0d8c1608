//! [`Ticket`]: what a caller holds whose record somebody else writes.

use std::{
    future::poll_fn,
    sync::Mutex,
    task::{Poll, Waker},
};

use crate::core::lock;

/// The fate of one record.
#[derive(Debug)]
pub(super) struct Ticket(Mutex<Fate>);

#[derive(Debug)]
enum Fate {
    Waiting(Option<Waker>),
    Written,
    Withdrawn,
}

impl Ticket {
    pub(super) const fn new() -> Self {
        Self(Mutex::new(Fate::Waiting(None)))
    }

    /// Waits until the record is written.
    pub(super) async fn written(&self) {
        poll_fn(|context| match &mut *lock(&self.0) {
            Fate::Waiting(waker) => {
                *waker = Some(context.waker().clone());
                Poll::Pending
            }
            Fate::Written | Fate::Withdrawn => Poll::Ready(()),
        })
        .await;
    }

    /// The record is written.
    pub(super) fn complete(&self) {
        let mut fate = lock(&self.0);
        if let Fate::Waiting(waker) = &mut *fate {
            let waker = waker.take();
            *fate = Fate::Written;
            drop(fate);
            waker.into_iter().for_each(Waker::wake);
        }
    }

    /// The caller does not wait any longer. False if the record is written by now.
    pub(super) fn withdraw(&self) -> bool {
        let mut fate = lock(&self.0);
        if matches!(*fate, Fate::Written) {
            return false;
        }
        *fate = Fate::Withdrawn;
        true
    }

    pub(super) fn is_withdrawn(&self) -> bool {
        matches!(*lock(&self.0), Fate::Withdrawn)
    }
}
