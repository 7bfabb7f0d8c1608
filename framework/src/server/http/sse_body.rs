//! Event streams (`text/event-stream`) as response bodies, with keep-alive comments.
//!
//! The frames are written by hand and not with `axum::response::Sse`. A message is JSON without
//! line breaks, so a frame is a single copy of it. axum would search each message for line breaks
//! and copy it piece by piece.

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
    event_stream::{Event, EventReader},
    response::ResponseBody,
};

/// How long a client should wait before it resumes a stream.
const RETRY: Duration = Duration::from_millis(1000);

/// Aborts a task when it is dropped, because the client that reads its output disconnected.
#[derive(Debug)]
pub(super) struct AbortOnDrop(pub(super) AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// The state of an event stream.
struct SseStream {
    reader: EventReader,
    keep_alive: Duration,
    /// A frame that is sent before the first message.
    opening: Option<Bytes>,
    framing: Framing,
    _work: Option<AbortOnDrop>,
}

/// The fields of a frame beside `data`.
#[derive(Clone, Copy)]
enum Framing {
    /// `id`, if the stream can be resumed.
    Numbered,
    /// `event: message`, which clients of 2024-11-05 expect.
    Named,
}

/// Creates a response that streams the events of `reader`.
///
/// If `starts_with_empty_event` is set, it starts with an empty event, so that the client has an id to resume from.
/// `work` is aborted when the client disconnects.
pub(super) fn response(
    reader: EventReader,
    keep_alive: Duration,
    starts_with_empty_event: bool,
    work: Option<AbortOnDrop>,
) -> Response<ResponseBody> {
    let opening = starts_with_empty_event.then(|| empty_event(reader.stream_number()));
    streamed(SseStream {
        reader,
        keep_alive,
        opening,
        framing: Framing::Numbered,
        _work: work,
    })
}

/// Creates the stream of a client of 2024-11-05, which starts with the path to post messages to.
pub(super) fn legacy_response(
    reader: EventReader,
    keep_alive: Duration,
    path: &str,
    work: AbortOnDrop,
) -> Response<ResponseBody> {
    let opening = Some(format!("event: endpoint\ndata: {path}\n\n").into());
    streamed(SseStream {
        reader,
        keep_alive,
        opening,
        framing: Framing::Named,
        _work: Some(work),
    })
}

fn streamed(stream: SseStream) -> Response<ResponseBody> {
    let body = Body::new(StreamBody::new(frames(stream)));
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

fn frames(stream: SseStream) -> impl Stream<Item = Result<Frame<Bytes>, Infallible>> {
    stream::unfold(stream, |mut stream| async move {
        let frame = stream.frame().await?;
        Some((Ok(Frame::data(frame)), stream))
    })
}

impl SseStream {
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

/// Returns an event without a message, which has an id to resume from and the time to wait before.
fn empty_event(stream: Option<u64>) -> Bytes {
    let id = stream.map_or(String::new(), |number| format!("id: {number}-\n"));
    format!("{id}retry: {}\ndata: \n\n", RETRY.as_millis()).into()
}

/// Parses a `Last-Event-ID` into the numbers of a stream and its last seen event: `7-3`, or `7-` if
/// the client saw only the empty first event.
pub(super) fn read_event_id(id: &str) -> Option<(u64, Option<u64>)> {
    let (stream, event) = id.split_once('-')?;
    let event = if event.is_empty() {
        None
    } else {
        Some(event.parse().ok()?)
    };
    Some((stream.parse().ok()?, event))
}
