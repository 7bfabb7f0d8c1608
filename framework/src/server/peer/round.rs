//! [`run_round`]: runs a call until it is done or cannot go on within this request.

use std::{
    future::{Future, poll_fn},
    pin::Pin,
    task::Poll,
};

use super::request_peer::RequestPeer;

/// How a round of a call ended.
#[derive(Debug)]
pub(crate) enum RoundEnd<T> {
    Done(T),
    /// The call has asked the client. The answers come with another request.
    InputRequired,
    /// The call goes on in the background.
    Background,
}

/// Polls `work` until it is done, has asked the client, or goes on in the background.
///
/// Questions are looked for after each poll and not when they are asked, so that questions that are
/// asked concurrently all end up in the same round.
pub(crate) async fn run_round<T>(
    mut work: Pin<&mut (impl Future<Output = T> + ?Sized)>,
    peer: &RequestPeer,
) -> RoundEnd<T> {
    poll_fn(|cx| {
        peer.waker().register(cx.waker());
        if let Poll::Ready(value) = work.as_mut().poll(cx) {
            return Poll::Ready(RoundEnd::Done(value));
        }
        if peer.wants_background() {
            return Poll::Ready(RoundEnd::Background);
        }
        if peer.input_requests().are_open() {
            return Poll::Ready(RoundEnd::InputRequired);
        }
        Poll::Pending
    })
    .await
}
