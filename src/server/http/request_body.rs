//! The body of a request, read within limits.

use std::{future::poll_fn, pin::pin, task::Poll, time::Duration};

use axum::{
    body::{Bytes, HttpBody},
    http::StatusCode,
};
use bytes::BytesMut;
use http_body_util::BodyExt as _;

use super::response::{self, Refused};

/// The most that is set aside for a body before it has arrived.
const MOST_RESERVED: usize = 1024 * 1024;

/// Why there is no body.
enum Unread {
    TooLarge,
    CutOff,
}

/// Reads a body of at most `limit` bytes within `time`.
pub(super) async fn read<B>(body: B, limit: usize, time: Duration) -> Result<Bytes, Refused>
where
    B: HttpBody<Data = Bytes> + Unpin,
{
    let mut reading = pin!(collect(body, limit));
    // Most bodies have arrived with their heads: they need no clock.
    let at_once = poll_fn(|cx| Poll::Ready(reading.as_mut().poll(cx))).await;
    let read = match at_once {
        Poll::Ready(read) => Ok(read),
        Poll::Pending => tokio::time::timeout(time, reading).await,
    };
    match read {
        Ok(Ok(body)) => Ok(body),
        Ok(Err(Unread::TooLarge)) => {
            let why = format!("the body is over the limit of {limit} bytes");
            Err(response::text(StatusCode::PAYLOAD_TOO_LARGE, &why))
        }
        Ok(Err(Unread::CutOff)) => Err(response::text(
            StatusCode::BAD_REQUEST,
            "the body did not arrive whole",
        )),
        Err(_) => Err(response::text(
            StatusCode::REQUEST_TIMEOUT,
            "the body took too long to arrive",
        )),
    }
}

/// The whole body; one that came in one piece is not copied.
async fn collect<B>(mut body: B, limit: usize) -> Result<Bytes, Unread>
where
    B: HttpBody<Data = Bytes> + Unpin,
{
    let declared = body.size_hint().lower();
    if declared > limit as u64 {
        return Err(Unread::TooLarge);
    }
    let first = next(&mut body).await?;
    if body.is_end_stream() {
        return within(first, limit);
    }
    let mut whole = BytesMut::with_capacity(MOST_RESERVED.min(declared as usize).max(first.len()));
    let mut piece = first;
    while !piece.is_empty() {
        if whole.len() + piece.len() > limit {
            return Err(Unread::TooLarge);
        }
        whole.extend_from_slice(&piece);
        piece = next(&mut body).await?;
    }
    Ok(whole.freeze())
}

/// The next piece; an empty one at the end.
async fn next<B: HttpBody<Data = Bytes> + Unpin>(body: &mut B) -> Result<Bytes, Unread> {
    while let Some(frame) = body.frame().await {
        match frame.map_err(|_| Unread::CutOff)?.into_data() {
            Ok(data) if !data.is_empty() => return Ok(data),
            _ => {}
        }
    }
    Ok(Bytes::new())
}

fn within(body: Bytes, limit: usize) -> Result<Bytes, Unread> {
    if body.len() > limit {
        return Err(Unread::TooLarge);
    }
    Ok(body)
}
