//! [`PageContext`]: gives the server's own pages the limits and the end of the server.

use std::{sync::Arc, time::Duration};

use axum::body::{Bytes, HttpBody};
use tokio_util::sync::CancellationToken;

use super::request_body::{self, RequestBody, UnreadBody};
use crate::server::client_state::BytePool;

/// An extension of the requests for a server's own pages.
#[derive(Debug, Clone)]
pub struct PageContext {
    /// Cancelled when the server stops, so that an endless response ends and does not hold up the
    /// others.
    pub draining: CancellationToken,
    /// The bytes that the bodies of all requests may have together.
    pub(super) bodies: Arc<BytePool>,
}

impl PageContext {
    /// Reads a body of at most `limit` bytes within `time`.
    ///
    /// # Errors
    /// If the body is too large, too slow or incomplete, or all requests together are too large.
    pub async fn read_body<B>(
        &self,
        body: B,
        limit: usize,
        time: Duration,
    ) -> Result<RequestBody, UnreadBody>
    where
        B: HttpBody<Data = Bytes> + Unpin,
    {
        request_body::read(body, limit, time, &self.bodies).await
    }
}
