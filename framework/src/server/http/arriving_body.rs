//! [`ArrivingBody`]: the large bodies that are arriving, of which the slowest gives way to others.
//!
//! All of them share one budget of memory. Clients that send a part of a body and no more could fill
//! it, and everybody else would be refused until they time out.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use tokio_util::sync::CancellationToken;
use toolwright_base::lock;

use super::body_room::BodyRoom;

/// A body has so long to arrive before it may have to give way.
const GRACE: Duration = Duration::from_secs(1);

/// The large bodies that are arriving, of all servers of this process.
static ARRIVING: Mutex<Vec<Arc<BodyArrival>>> = Mutex::new(Vec::new());

/// A large body that is arriving, until it is dropped.
#[derive(Debug)]
pub(super) struct ArrivingBody(Arc<BodyArrival>);

#[derive(Debug)]
struct BodyArrival {
    room: BodyRoom,
    begun: Instant,
    bytes: AtomicUsize,
    gives_way: CancellationToken,
}

impl ArrivingBody {
    /// Adds a body that is counted in `room`.
    pub(super) fn begin(room: &BodyRoom) -> Self {
        let arrival = Arc::new(BodyArrival {
            room: room.clone(),
            begun: Instant::now(),
            bytes: AtomicUsize::new(0),
            gives_way: CancellationToken::new(),
        });
        lock(&ARRIVING).push(Arc::clone(&arrival));
        Self(arrival)
    }

    /// Notes how many bytes have arrived.
    pub(super) fn has(&self, bytes: usize) {
        self.0.bytes.store(bytes, Ordering::Relaxed);
    }

    /// Waits until the body has to give way to another.
    pub(super) async fn gives_way(&self) {
        self.0.gives_way.cancelled().await;
    }

    /// Lets the slowest other body of the same pool give way. Returns `false` if none is slow.
    pub(super) fn make_room(&self) -> bool {
        self.end_slowest(|_| true)
    }

    /// Lets the slowest other body of the same client give way. Returns `false` if none is slow.
    pub(super) fn make_room_in_share(&self) -> bool {
        self.end_slowest(|other| other.room.has_share_of(&self.0.room))
    }

    fn end_slowest(&self, is_candidate: impl Fn(&BodyArrival) -> bool) -> bool {
        let arriving = lock(&ARRIVING);
        let slow = arriving.iter().filter(|other| {
            other.room.has_pool_of(&self.0.room)
                && is_candidate(other)
                && !Arc::ptr_eq(other, &self.0)
                && !other.gives_way.is_cancelled()
                && other.begun.elapsed() >= GRACE
        });
        let slowest = slow.min_by(|one, other| one.rate().total_cmp(&other.rate()));
        if let Some(slowest) = slowest {
            slowest.gives_way.cancel();
        }
        slowest.is_some()
    }
}

impl BodyArrival {
    /// Returns the bytes that arrive in a second.
    fn rate(&self) -> f64 {
        self.bytes.load(Ordering::Relaxed) as f64 / self.begun.elapsed().as_secs_f64()
    }
}

impl Drop for ArrivingBody {
    fn drop(&mut self) {
        lock(&ARRIVING).retain(|arrival| !Arc::ptr_eq(arrival, &self.0));
    }
}
