//! The idle timeout of connections: [`ConnectionActivity`] counts what happens on a connection, and
//! [`ConnectionReaper`] closes the connections on which nothing happens.
//!
//! hyper has a timeout for the head of a request (`header_read_timeout`). It sets and clears a
//! timer for every request, which is a twentieth of the work of a small call. Here, one interval
//! checks the counters of all connections instead.

use std::{
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
use tokio::task::AbortHandle;

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

    /// Returns after how many idle checks the connection is closed.
    fn max_idle_checks(&self) -> u32 {
        if self.is_write_blocked.load(Ordering::Relaxed) {
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

/// Closes idle connections.
#[derive(Debug, Default)]
pub(super) struct ConnectionReaper(Vec<TrackedConnection>);

#[derive(Debug)]
struct TrackedConnection {
    activity: Arc<ConnectionActivity>,
    seen: Option<u32>,
    /// How many checks in a row found no activity.
    idle_checks: u32,
    task: AbortHandle,
}

impl ConnectionReaper {
    pub(super) fn add(&mut self, activity: Arc<ConnectionActivity>, task: AbortHandle) {
        self.0.push(TrackedConnection {
            activity,
            seen: None,
            idle_checks: 0,
            task,
        });
    }

    /// Closes the connections without activity since the last call and without a running request.
    /// Clients that read slowly have more time.
    pub(super) fn close_idle(&mut self) {
        self.0.retain_mut(|connection| {
            let is_idle = connection.is_idle();
            if is_idle {
                connection.task.abort();
            }
            !is_idle && !connection.task.is_finished()
        });
    }
}

impl TrackedConnection {
    fn is_idle(&mut self) -> bool {
        let events = self.activity.events.load(Ordering::Relaxed);
        let is_busy = self.activity.active_requests.load(Ordering::Relaxed) > 0;
        if self.seen.replace(events) != Some(events) || is_busy {
            self.idle_checks = 0;
            return false;
        }
        self.idle_checks += 1;
        self.idle_checks >= self.activity.max_idle_checks()
    }
}

/// A response body that marks its request as done when it is dropped.
pub(super) struct TrackedBody {
    pub(super) body: Body,
    pub(super) _request: ActiveRequest,
}

impl HttpBody for TrackedBody {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn tracked_connection() -> (ConnectionReaper, Arc<ConnectionActivity>, AbortHandle) {
        let activity = Arc::<ConnectionActivity>::default();
        let task = tokio::spawn(std::future::pending::<()>()).abort_handle();
        let mut reaper = ConnectionReaper::default();
        reaper.add(Arc::clone(&activity), task.clone());
        (reaper, activity, task)
    }

    /// Counts the checks until the connection is closed, up to 20.
    fn checks_until_closed(reaper: &mut ConnectionReaper) -> usize {
        (1..=20)
            .take_while(|_| {
                reaper.close_idle();
                !reaper.0.is_empty()
            })
            .count()
            + 1
    }

    #[tokio::test]
    async fn a_silent_connection_is_closed_at_the_second_check() {
        let (mut reaper, activity, _) = tracked_connection();
        assert_eq!(checks_until_closed(&mut reaper), 2);
        reaper.add(
            Arc::clone(&activity),
            tokio::spawn(std::future::pending::<()>()).abort_handle(),
        );
        reaper.close_idle();
        activity.record();
        assert_eq!(checks_until_closed(&mut reaper), 2);
    }

    #[tokio::test]
    async fn a_connection_with_a_running_request_is_not_closed() {
        let (mut reaper, activity, _) = tracked_connection();
        let active = activity.begin_request();
        assert_eq!(checks_until_closed(&mut reaper), 21);
        drop(active);
        assert_eq!(checks_until_closed(&mut reaper), 1);
    }

    #[tokio::test]
    async fn a_slow_reader_gets_more_time() {
        let (mut reaper, activity, _) = tracked_connection();
        activity.record_write(false);
        assert_eq!(checks_until_closed(&mut reaper), 11);
    }
}
