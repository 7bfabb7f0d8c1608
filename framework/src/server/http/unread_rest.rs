//! The unread rest of a request's body, for responses that do not wait for it.
//!
//! hyper closes a connection whose request was not read to its end, without a word in the response.
//! A client that sends the head and the body of a request separately, as most do, would use the
//! connection for its next request, which is then lost. So a short rest is read and dropped, and
//! after a long one the response says that the connection ends.

use std::{
    pin::Pin,
    sync::{Arc, Mutex},
    task::{Context, Poll},
    time::Duration,
};

use axum::http::{HeaderValue, Request, Response, header};
use bytes::Bytes;
use http_body_util::BodyExt as _;
use hyper::body::{Body as HttpBody, Frame, Incoming, SizeHint};
use toolwright_base::lock;

/// The longest rest that is read, in bytes.
const MAX_REST: usize = 64 * 1024;

/// How long the rest of a body may take to arrive.
const MAX_WAIT: Duration = Duration::from_millis(500);

/// The rest of the body of a connection's last request, if it was not read to its end.
#[derive(Debug, Default)]
pub(super) struct UnreadRest(Mutex<Option<Rest>>);

#[derive(Debug)]
struct Rest {
    body: Incoming,
    /// Whether the client sends the body only when it is asked to (`Expect: 100-continue`).
    is_held_back: bool,
}

impl UnreadRest {
    /// Reads the rest if it is short, else adds to the response that the connection ends.
    pub(super) async fn settle<B>(&self, response: &mut Response<B>) {
        let rest = lock(&self.0).take();
        if let Some(rest) = rest
            && (rest.is_held_back || !is_short(rest.body).await)
        {
            let close = HeaderValue::from_static("close");
            response.headers_mut().insert(header::CONNECTION, close);
        }
    }
}

/// Reads a body to its end. Returns `false` if it is too long or too slow for that.
async fn is_short(mut rest: Incoming) -> bool {
    let reading = async {
        let mut length = 0;
        while length <= MAX_REST && rest.size_hint().lower() <= MAX_REST as u64 {
            match rest.frame().await {
                None => return true,
                Some(Err(_)) => return false,
                Some(Ok(frame)) => length += frame.data_ref().map_or(0, Bytes::len),
            }
        }
        false
    };
    tokio::time::timeout(MAX_WAIT, reading)
        .await
        .unwrap_or(false)
}

/// The body of a request, whose unread rest is kept when it is dropped.
#[derive(Debug)]
pub(super) struct WatchedBody {
    /// `None` once the end has been read.
    body: Option<Incoming>,
    /// See [`Rest::is_held_back`].
    is_held_back: bool,
    rest: Arc<UnreadRest>,
}

impl WatchedBody {
    /// Takes the body of a request, whose rest goes to `rest`.
    pub(super) fn of(request: Request<Incoming>, rest: &Arc<UnreadRest>) -> Request<Self> {
        let is_held_back = request.headers().contains_key(header::EXPECT);
        request.map(|body| Self {
            body: Some(body),
            is_held_back,
            rest: Arc::clone(rest),
        })
    }
}

impl HttpBody for WatchedBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let Some(body) = &mut self.body else {
            return Poll::Ready(None);
        };
        let frame = Pin::new(body).poll_frame(cx);
        if matches!(frame, Poll::Ready(None)) {
            self.body = None;
        }
        self.is_held_back = false;
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(Incoming::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        let exact = || SizeHint::with_exact(0);
        self.body.as_ref().map_or_else(exact, Incoming::size_hint)
    }
}

impl Drop for WatchedBody {
    fn drop(&mut self) {
        if let Some(body) = self.body.take()
            && !body.is_end_stream()
        {
            let is_held_back = self.is_held_back;
            *lock(&self.rest.0) = Some(Rest { body, is_held_back });
        }
    }
}
