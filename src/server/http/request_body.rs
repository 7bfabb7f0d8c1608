//! Reads the body of a request, limited in size and time.

use std::{future::poll_fn, pin::pin, task::Poll, time::Duration};

use axum::{
    body::{Bytes, HttpBody},
    http::StatusCode,
};
use bytes::BytesMut;
use http_body_util::BodyExt as _;

use super::response::{self, Rejection};

/// The largest buffer that is reserved before the body has arrived.
const MAX_RESERVED: usize = 1024 * 1024;

/// The reason why a body could not be read.
enum Unread {
    TooLarge,
    CutOff,
}

/// Reads a body of at most `limit` bytes within `time`.
///
/// # Errors
/// A rejection with the status 400, 408 or 413.
pub(super) async fn read<B>(body: B, limit: usize, time: Duration) -> Result<Bytes, Rejection>
where
    B: HttpBody<Data = Bytes> + Unpin,
{
    let mut reading = pin!(collect(body, limit));
    // Most bodies have arrived with the head of the request, and need no timer.
    let at_once = poll_fn(|cx| Poll::Ready(reading.as_mut().poll(cx))).await;
    let read = match at_once {
        Poll::Ready(read) => Ok(read),
        Poll::Pending => tokio::time::timeout(time, reading).await,
    };
    match read {
        Ok(Ok(body)) => Ok(body),
        Ok(Err(Unread::TooLarge)) => {
            let why = format!("the body exceeds the limit of {limit} bytes");
            Err(response::text(StatusCode::PAYLOAD_TOO_LARGE, &why))
        }
        Ok(Err(Unread::CutOff)) => Err(response::text(
            StatusCode::BAD_REQUEST,
            "the body is incomplete",
        )),
        Err(_) => Err(response::text(
            StatusCode::REQUEST_TIMEOUT,
            "timed out while reading the body",
        )),
    }
}

/// Collects the body. If it arrived in one piece, it is not copied.
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
    let mut whole = BytesMut::with_capacity(MAX_RESERVED.min(declared as usize).max(first.len()));
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

/// Returns the next piece, which is empty at the end.
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
