//! Running a call until it is done, or until it can go no further in this request.

use std::{
    future::{Future, poll_fn},
    pin::Pin,
    task::Poll,
};

use super::request_peer::RequestPeer;

/// How far a call came.
#[derive(Debug)]
pub(crate) enum Paused<T> {
    /// It is done.
    Done(T),
    /// It waits for answers, which come with another request.
    Asking,
    /// It goes on in the background.
    Background,
}

/// Runs `work` until it is done or pauses. Whether it pauses is seen after each step: questions that are asked side by
/// side are all open by then.
pub(crate) async fn run_until_paused<T>(
    mut work: Pin<&mut (impl Future<Output = T> + ?Sized)>,
    peer: &RequestPeer,
) -> Paused<T> {
    poll_fn(|cx| {
        peer.waker().register(cx.waker());
        if let Poll::Ready(value) = work.as_mut().poll(cx) {
            return Poll::Ready(Paused::Done(value));
        }
        if peer.wants_background() {
            return Poll::Ready(Paused::Background);
        }
        if peer.questions().are_open() {
            return Poll::Ready(Paused::Asking);
        }
        Poll::Pending
    })
    .await
}
