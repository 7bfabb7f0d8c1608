//! The idle timeout of connections: [`ConnectionActivity`] counts what happens on a connection, and
//! an [`IdleCheck`] finds out whether nothing has happened. An [`ActivityStream`] is a TCP stream that
//! records its writes.
//!
//! hyper has a timeout for the head of a request (`header_read_timeout`). It sets and clears a
//! timer for every request, which is a twentieth of the work of a small call. Here, one interval
//! checks the counters of all connections instead.

use std::{
    io::{self, IoSlice},
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    task::{Context, Poll},
};

use axum::body::Body;
use bytes::Bytes;
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
};

/// After how many idle checks a client is closed that has not read all of its response. The buffers
/// of the operating system hide its progress, so it gets more time.
const SLOW_READER_CHECKS: u32 = 10;

/// Counts what happens on a connection, and how many of its requests are running.
#[derive(Debug, Default)]
pub(super) struct ConnectionActivity {
    events: AtomicU32,
    active_requests: AtomicU32,
    /// Whether the last write was blocked because the client does not read.
    is_write_blocked: AtomicBool,
}

/// A running request. Dropping this marks it as done.
#[derive(Debug)]
pub(super) struct ActiveRequest(Arc<ConnectionActivity>);

impl ConnectionActivity {
    /// Records that the head of a request has arrived.
    pub(super) fn begin_request(self: &Arc<Self>) -> ActiveRequest {
        self.record();
        self.active_requests.fetch_add(1, Ordering::Relaxed);
        ActiveRequest(Arc::clone(self))
    }

    /// Records activity that an idle client cannot cause.
    pub(super) fn record(&self) {
        self.events.fetch_add(1, Ordering::Relaxed);
    }

    /// Records a write, and whether the client accepted it.
    pub(super) fn record_write(&self, is_accepted: bool) {
        if is_accepted {
            self.record();
        }
        if self.is_write_blocked.load(Ordering::Relaxed) == is_accepted {
            self.is_write_blocked.store(!is_accepted, Ordering::Relaxed);
        }
    }

    fn has_requests(&self) -> bool {
        self.active_requests.load(Ordering::Relaxed) > 0
    }

    fn is_write_blocked(&self) -> bool {
        self.is_write_blocked.load(Ordering::Relaxed)
    }

    /// Returns whether a request is running or a response is being read.
    pub(super) fn is_busy(&self) -> bool {
        self.has_requests() || self.is_write_blocked()
    }

    /// Returns whether a request is running whose client reads what is sent. An event stream that
    /// nobody reads would run forever.
    fn is_working(&self) -> bool {
        self.has_requests() && !self.is_write_blocked()
    }

    /// Returns after how many idle checks the connection is closed.
    fn max_idle_checks(&self) -> u32 {
        if self.is_write_blocked() {
            SLOW_READER_CHECKS
        } else {
            1
        }
    }
}

impl Drop for ActiveRequest {
    fn drop(&mut self) {
        self.0.active_requests.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Decides whether a connection is idle, from one check to the next.
#[derive(Debug, Default)]
pub(super) struct IdleCheck {
    seen: Option<u32>,
    /// How many checks in a row found no activity.
    idle_checks: u32,
}

impl IdleCheck {
    /// Returns whether the connection has been idle for so long that it is closed.
    pub(super) fn is_idle(&mut self, activity: &ConnectionActivity) -> bool {
        let events = activity.events.load(Ordering::Relaxed);
        if self.seen.replace(events) != Some(events) || activity.is_working() {
            self.idle_checks = 0;
            return false;
        }
        self.idle_checks += 1;
        self.idle_checks >= activity.max_idle_checks()
    }
}

/// A response body that marks its request as done when it is dropped.
pub(super) struct TrackedBody<R> {
    pub(super) body: Body,
    pub(super) _request: R,
}

impl<R: Unpin> HttpBody for TrackedBody<R> {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A TCP stream that records its writes, so that a client that is still reading a response does not
/// count as idle.
#[derive(Debug)]
pub(super) struct ActivityStream {
    stream: TcpStream,
    activity: Arc<ConnectionActivity>,
}

impl ActivityStream {
    pub(super) const fn new(stream: TcpStream, activity: Arc<ConnectionActivity>) -> Self {
        Self { stream, activity }
    }

    fn record(&self, written: &Poll<io::Result<usize>>) {
        self.activity.record_write(written.is_ready());
    }
}

impl AsyncRead for ActivityStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for ActivityStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.record(&written);
        written
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, pieces);
        self.record(&written);
        written
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts the checks until the connection is idle, up to 20.
    fn checks_until_idle(activity: &ConnectionActivity, check: &mut IdleCheck) -> usize {
        let checks = (1..=20).take_while(|_| !check.is_idle(activity));
        checks.count() + 1
    }

    #[test]
    fn a_silent_connection_is_idle_at_the_second_check() {
        let activity = ConnectionActivity::default();
        assert_eq!(checks_until_idle(&activity, &mut IdleCheck::default()), 2);
        let mut check = IdleCheck::default();
        assert!(!check.is_idle(&activity));
        activity.record();
        assert_eq!(checks_until_idle(&activity, &mut check), 2);
    }

    #[test]
    fn a_connection_with_a_running_request_is_not_idle() {
        let activity = Arc::<ConnectionActivity>::default();
        let mut check = IdleCheck::default();
        let active = activity.begin_request();
        assert_eq!(checks_until_idle(&activity, &mut check), 21);
        drop(active);
        assert_eq!(checks_until_idle(&activity, &mut check), 1);
    }

    #[test]
    fn a_slow_reader_gets_more_time() {
        let activity = ConnectionActivity::default();
        activity.record_write(false);
        assert_eq!(checks_until_idle(&activity, &mut IdleCheck::default()), 11);
    }

    #[test]
    fn a_stream_that_is_not_read_is_idle_while_its_request_runs() {
        let activity = Arc::<ConnectionActivity>::default();
        let _active = activity.begin_request();
        activity.record_write(false);
        let mut check = IdleCheck::default();
        assert_eq!(checks_until_idle(&activity, &mut check), 11);
        activity.record_write(true);
        assert_eq!(checks_until_idle(&activity, &mut check), 21);
    }
}
