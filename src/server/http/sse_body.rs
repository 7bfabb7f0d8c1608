//! The body of an event stream: messages as frames, with a sign of life when it is silent.

use std::{convert::Infallible, time::Duration};

use axum::{
    body::Body,
    http::{HeaderValue, Response, header},
};
use bytes::Bytes;
use futures_util::{Stream, stream};
use http_body_util::{Either, StreamBody};
use hyper::body::Frame;
use tokio::task::AbortHandle;

use super::{
    event_stream::{Event, Reader},
    response_body::Payload,
};

/// How long a client should wait before it comes back to a stream.
const RETRY: Duration = Duration::from_millis(1000);

/// Stops a task when it is dropped: nobody reads its answer any more.
#[derive(Debug)]
pub(super) struct AbortOnDrop(pub(super) AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// What a stream's body holds on to.
struct Tail {
    reader: Reader,
    keep_alive: Duration,
    /// What the stream says before its first message.
    opening: Option<Bytes>,
    framing: Framing,
    _work: Option<AbortOnDrop>,
}

/// How a message becomes a frame.
#[derive(Clone, Copy)]
enum Framing {
    /// With an id where the stream can be come back to.
    Numbered,
    /// With the name that clients of 2024-11-05 wait for.
    Named,
}

/// A response that streams what `reader` reads. `prime`: it starts with an empty event, so that the client has an id to
/// come back with. `work` is stopped when the client goes away.
pub(super) fn response(
    reader: Reader,
    keep_alive: Duration,
    prime: bool,
    work: Option<AbortOnDrop>,
) -> Response<Payload> {
    let opening = prime.then(|| priming(reader.stream_number()));
    streamed(Tail {
        reader,
        keep_alive,
        opening,
        framing: Framing::Numbered,
        _work: work,
    })
}

/// The stream of a client of 2024-11-05, which first says where to post.
pub(super) fn named_response(
    reader: Reader,
    keep_alive: Duration,
    path: &str,
    work: AbortOnDrop,
) -> Response<Payload> {
    let opening = Some(format!("event: endpoint\ndata: {path}\n\n").into());
    streamed(Tail {
        reader,
        keep_alive,
        opening,
        framing: Framing::Named,
        _work: Some(work),
    })
}

fn streamed(tail: Tail) -> Response<Payload> {
    let body = Body::new(StreamBody::new(frames(tail)));
    let mut response = Response::new(Either::Right(body));
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/event-stream"),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // Proxies that buffer would hold events back.
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}

fn frames(tail: Tail) -> impl Stream<Item = Result<Frame<Bytes>, Infallible>> {
    stream::unfold(tail, |mut tail| async move {
        let frame = tail.frame().await?;
        Some((Ok(Frame::data(frame)), tail))
    })
}

impl Tail {
    async fn frame(&mut self) -> Option<Bytes> {
        if let Some(opening) = self.opening.take() {
            return Some(opening);
        }
        match tokio::time::timeout(self.keep_alive, self.reader.next()).await {
            Ok(event) => event.map(|event| self.framed(&event)),
            Err(_) => Some(Bytes::from_static(b": keep-alive\n\n")),
        }
    }

    fn framed(&self, event: &Event) -> Bytes {
        let mut frame = Vec::with_capacity(event.data.len() + 32);
        match (self.framing, self.reader.stream_number()) {
            (Framing::Named, _) => frame.extend_from_slice(b"event: message\n"),
            (Framing::Numbered, Some(stream)) => {
                frame.extend_from_slice(format!("id: {stream}-{}\n", event.number).as_bytes());
            }
            (Framing::Numbered, None) => {}
        }
        frame.extend_from_slice(b"data: ");
        frame.extend_from_slice(&event.data);
        frame.extend_from_slice(b"\n\n");
        frame.into()
    }
}

/// An event without a message, so that the client has an id to come back with before there is one.
fn priming(stream: Option<u64>) -> Bytes {
    let id = stream.map_or(String::new(), |number| format!("id: {number}-\n"));
    format!("{id}retry: {}\ndata: \n\n", RETRY.as_millis()).into()
}

/// The stream and the event that a client saw last: `7-3`, or `7-` where it saw only the beginning.
pub(super) fn read_event_id(id: &str) -> Option<(u64, Option<u64>)> {
    let (stream, event) = id.split_once('-')?;
    let event = if event.is_empty() {
        None
    } else {
        Some(event.parse().ok()?)
    };
    Some((stream.parse().ok()?, event))
}
