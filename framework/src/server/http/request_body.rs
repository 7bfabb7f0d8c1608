//! [`RequestBody`]: reads bodies, within a size, a memory budget and a pace.

use std::{future::poll_fn, pin::pin, task::Poll, time::Duration};

use axum::{
    body::{Bytes, HttpBody},
    http::StatusCode,
};
use bytes::BytesMut;
use http_body_util::BodyExt as _;
use tokio::task::coop;

use super::{arriving_body::ArrivingBody, body_pace::BodyPace, body_room::BodyRoom};
use crate::server::client_state::PooledBytes;

/// The largest buffer that is reserved before the body has arrived.
const MAX_RESERVED: usize = 1024 * 1024;

/// The largest body that is not counted in the server's budget. Most are smaller.
pub(super) const MAX_UNCOUNTED: usize = 64 * 1024;

/// The number of bytes that use up one of the 128 units of a task's budget, after which tokio lets
/// other tasks run. All bytes of a large body may have arrived already.
const BYTES_PER_UNIT: usize = 1024;

/// The largest body that is parsed on a thread of the runtime: others wait meanwhile, for about a
/// millisecond.
pub(super) const MAX_PARSED_AT_ONCE: usize = 256 * 1024;

/// The pace of what exceeds [`MAX_PARSED_AT_ONCE`]. There is one for the whole process, as there is one
/// set of processors.
static PACE: BodyPace = BodyPace::new();

/// A request body.
#[derive(Debug)]
pub struct RequestBody {
    /// The whole body.
    pub bytes: Bytes,
    /// The bytes of a large body, to be kept for as long as the body is.
    pub(crate) counted: Option<PooledBytes>,
}

/// The reason why a body could not be read.
#[derive(Debug, Clone, Copy, thiserror::Error)]
pub enum UnreadBody {
    #[error("the body exceeds the limit of {limit} bytes")]
    TooLarge { limit: usize },
    #[error("the body is incomplete")]
    CutOff,
    #[error("timed out while reading the body")]
    TimedOut,
    #[error("too many large requests at once: try again later")]
    Busy,
    #[error("too many large requests at once from this address: try again later")]
    ShareUsed,
    #[error("the body arrived more slowly than others that waited for its room: try again later")]
    GaveWay,
}

impl UnreadBody {
    /// Returns the status code of the response.
    pub const fn status(self) -> StatusCode {
        match self {
            Self::TooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Self::CutOff => StatusCode::BAD_REQUEST,
            Self::TimedOut | Self::GaveWay => StatusCode::REQUEST_TIMEOUT,
            Self::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Self::ShareUsed => StatusCode::TOO_MANY_REQUESTS,
        }
    }
}

/// Reads a body of at most `limit` bytes within `time`. A large one is counted in `room`.
///
/// # Errors
/// If the body is too large, too slow or incomplete, or there is no room for it.
pub(super) async fn read<B>(
    body: B,
    limit: usize,
    time: Duration,
    room: &BodyRoom,
) -> Result<RequestBody, UnreadBody>
where
    B: HttpBody<Data = Bytes> + Unpin,
{
    let mut reading = pin!(collect(body, limit, room));
    // Most bodies have arrived with the head of the request, and need no timer.
    let at_once = poll_fn(|cx| Poll::Ready(reading.as_mut().poll(cx))).await;
    match at_once {
        Poll::Ready(read) => read,
        Poll::Pending => {
            let read = tokio::time::timeout(time, reading).await;
            read.unwrap_or(Err(UnreadBody::TimedOut))
        }
    }
}

/// Collects the body. If it arrived in one piece, it is not copied.
async fn collect<B>(mut body: B, limit: usize, room: &BodyRoom) -> Result<RequestBody, UnreadBody>
where
    B: HttpBody<Data = Bytes> + Unpin,
{
    let declared = body.size_hint().lower();
    if declared > limit as u64 {
        return Err(UnreadBody::TooLarge { limit });
    }
    let first = next(&mut body).await?;
    if body.is_end_stream() {
        return in_one_piece(first, limit, room);
    }
    let (mut counted, mut arriving) = (None, None);
    let mut whole = BytesMut::with_capacity(MAX_RESERVED.min(declared as usize).max(first.len()));
    let mut piece = first;
    while !piece.is_empty() {
        let mut length = whole.len() + piece.len();
        if length > limit {
            return Err(UnreadBody::TooLarge { limit });
        }
        if length > whole.capacity() {
            // The rest at once: a buffer that grows step by step leaves holes in the memory.
            length = (declared as usize).clamp(length, limit);
        }
        count_arriving(&mut counted, &mut arriving, length, room).await?;
        whole.reserve(length - whole.len());
        whole.extend_from_slice(&piece);
        give_way(whole.len(), piece.len()).await;
        piece = next_of(&mut body, arriving.as_ref(), whole.len()).await?;
    }
    Ok(RequestBody {
        bytes: whole.freeze(),
        counted,
    })
}

/// Lets others have their turn after a piece of `new` bytes, of a body of which `length` have arrived.
async fn give_way(length: usize, new: usize) {
    // `yield_now` would not do: hyper polls the service again in the same poll of the task.
    for _ in 0..new.div_ceil(BYTES_PER_UNIT) {
        coop::consume_budget().await;
    }
    if length > MAX_PARSED_AT_ONCE {
        PACE.wait_after(new).await;
    }
}

/// Takes a body that has arrived in one piece.
fn in_one_piece(bytes: Bytes, limit: usize, room: &BodyRoom) -> Result<RequestBody, UnreadBody> {
    if bytes.len() > limit {
        return Err(UnreadBody::TooLarge { limit });
    }
    let mut counted = None;
    count(&mut counted, bytes.len(), room)?;
    Ok(RequestBody { bytes, counted })
}

/// The most attempts of a body to get room after others gave way, and the pause between two.
const ATTEMPTS: usize = 100;
const PAUSE: Duration = Duration::from_millis(5);

/// Counts a body of which more is to come. If there is no room, slower ones give way to it.
async fn count_arriving(
    counted: &mut Option<PooledBytes>,
    arriving: &mut Option<ArrivingBody>,
    length: usize,
    room: &BodyRoom,
) -> Result<(), UnreadBody> {
    if length <= MAX_UNCOUNTED {
        return Ok(());
    }
    let arriving = arriving.get_or_insert_with(|| ArrivingBody::begin(room));
    for _ in 0..ATTEMPTS {
        let is_made = match count(counted, length, room) {
            Ok(()) => return Ok(()),
            // The bodies of others do not give way to those of a client that has its share.
            Err(UnreadBody::ShareUsed) => arriving.make_room_in_share(),
            Err(_) => arriving.make_room(),
        };
        if !is_made {
            break;
        }
        tokio::time::sleep(PAUSE).await;
    }
    count(counted, length, room)
}

/// Counts a body that needs `length` bytes.
fn count(
    counted: &mut Option<PooledBytes>,
    length: usize,
    room: &BodyRoom,
) -> Result<(), UnreadBody> {
    if length <= MAX_UNCOUNTED {
        return Ok(());
    }
    let counted = counted.get_or_insert_with(|| room.nothing());
    let more = length.saturating_sub(counted.count());
    match counted.grow(more) {
        true => Ok(()),
        false if counted.exceeds_share(more) => Err(UnreadBody::ShareUsed),
        false => Err(UnreadBody::Busy),
    }
}

/// Returns the next piece of a body of which `length` bytes have arrived, unless it has to give way.
async fn next_of<B: HttpBody<Data = Bytes> + Unpin>(
    body: &mut B,
    arriving: Option<&ArrivingBody>,
    length: usize,
) -> Result<Bytes, UnreadBody> {
    let Some(arriving) = arriving else {
        return next(body).await;
    };
    arriving.has(length);
    tokio::select! {
        piece = next(body) => piece,
        () = arriving.gives_way() => Err(UnreadBody::GaveWay),
    }
}

/// Returns the next piece, which is empty at the end.
async fn next<B: HttpBody<Data = Bytes> + Unpin>(body: &mut B) -> Result<Bytes, UnreadBody> {
    while let Some(frame) = body.frame().await {
        match frame.map_err(|_| UnreadBody::CutOff)?.into_data() {
            Ok(data) if !data.is_empty() => return Ok(data),
            _ => {}
        }
    }
    Ok(Bytes::new())
}

#[cfg(test)]
mod tests {
    use std::{
        convert::Infallible,
        sync::{
            Arc,
            atomic::{AtomicBool, Ordering},
        },
        time::Instant,
    };

    use futures_util::{StreamExt as _, stream};
    use http_body_util::{Full, StreamBody};
    use hyper::body::Frame;

    use super::*;
    use crate::{core::Origin, server::client_state::BytePool};

    /// Returns room for so many bytes, for a sender on this machine.
    fn room(bytes: usize) -> BodyRoom {
        BodyRoom::new(&BytePool::new(bytes), Origin::Local)
    }

    #[tokio::test]
    async fn a_large_body_that_arrives_in_one_piece_is_counted() {
        let room = room(3 * MAX_UNCOUNTED);
        let send = |bytes: usize| {
            let body = Full::new(Bytes::from(vec![b'x'; bytes]));
            read(body, usize::MAX, Duration::MAX, &room)
        };
        let small = send(MAX_UNCOUNTED).await.unwrap();
        assert!(small.counted.is_none());
        let large = send(2 * MAX_UNCOUNTED).await.unwrap();
        let refused = send(2 * MAX_UNCOUNTED).await.unwrap_err();
        assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
        drop(large);
        assert!(send(2 * MAX_UNCOUNTED).await.is_ok());
    }

    /// Returns whether another task runs while a body is read of which so many bytes have arrived.
    async fn lets_others_run(bytes: usize) -> bool {
        let room = room(usize::MAX);
        let piece = || Ok::<_, Infallible>(Frame::data(Bytes::from_static(&[b'x'; 1024])));
        let pieces = stream::iter((0..bytes / 1024).map(|_| piece()));
        let has_run = Arc::new(AtomicBool::new(false));
        let run = Arc::clone(&has_run);
        tokio::spawn(async move { run.store(true, Ordering::Relaxed) });
        let mut reading = pin!(read(StreamBody::new(pieces), bytes, Duration::MAX, &room));
        // As hyper does, up to 16 times in each poll of a task.
        let body = poll_fn(|cx| {
            let mut polls = (0..16).map(|_| reading.as_mut().poll(cx));
            polls.find(Poll::is_ready).unwrap_or(Poll::Pending)
        });
        let body = body.await;
        assert_eq!(body.unwrap().bytes.len(), bytes);
        has_run.load(Ordering::Relaxed)
    }

    #[tokio::test]
    async fn large_bodies_without_end_are_slowed_down() {
        let room = room(usize::MAX);
        let start = Instant::now();
        for _ in 0..48 {
            let piece = || Ok::<_, Infallible>(Frame::data(Bytes::from(vec![b'x'; 512 * 1024])));
            let body = StreamBody::new(stream::iter([piece(), piece()]));
            let body = read(body, usize::MAX, Duration::MAX, &room).await;
            assert_eq!(body.unwrap().bytes.len(), 1024 * 1024);
        }
        // 16 MiB at once, and 32 MiB at 64 MiB a second.
        assert!(start.elapsed() >= Duration::from_millis(490));
    }

    #[tokio::test]
    async fn a_large_body_does_not_keep_other_tasks_waiting() {
        assert!(!lets_others_run(64 * BYTES_PER_UNIT).await);
        assert!(lets_others_run(256 * BYTES_PER_UNIT).await);
    }

    /// Returns a body that sends a part of what it announces, and no more.
    fn unfinished() -> impl HttpBody<Data = Bytes, Error = Infallible> + Unpin {
        let part = Ok(Frame::data(Bytes::from(vec![b'x'; 2 * MAX_UNCOUNTED])));
        StreamBody::new(stream::iter([part]).chain(stream::pending()))
    }

    #[tokio::test]
    async fn in_a_used_share_the_slowest_body_of_the_same_address_gives_way() {
        let pool = BytePool::new(8 * MAX_UNCOUNTED);
        let from = |text: &str| {
            let room = BodyRoom::new(&pool, Origin::Address(text.parse().unwrap()));
            tokio::spawn(async move { read(unfinished(), usize::MAX, Duration::MAX, &room).await })
        };
        let (other, first) = (from("192.0.2.1"), from("192.0.2.2"));
        // A body has so long before it may have to give way.
        tokio::time::sleep(Duration::from_millis(1_100)).await;
        let _later = [from("192.0.2.2"), from("192.0.2.2")];
        let refused = first.await.unwrap().unwrap_err();
        assert_eq!(refused.status(), StatusCode::REQUEST_TIMEOUT);
        assert!(!other.is_finished());
    }
}
