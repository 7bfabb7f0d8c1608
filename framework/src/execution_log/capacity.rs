//! [`Capacity`]: how many bytes of records may wait to be written.

use std::ops::AddAssign;

use tokio::sync::Semaphore;

use super::error::LogError;

/// The length from which a record counts as large.
const LARGE: usize = 64 << 10;

/// How many bytes of records may wait to be written.
///
/// Large records have a share of their own, so that they never take the room of small ones.
#[derive(Debug)]
pub(super) struct Capacity {
    small: Semaphore,
    large: Semaphore,
    /// The size of each share.
    most: usize,
}

/// The room that waiting records take.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Room {
    small: usize,
    large: usize,
}

impl AddAssign for Room {
    fn add_assign(&mut self, other: Self) {
        self.small += other.small;
        self.large += other.large;
    }
}

/// Whether a record of this length is large.
pub(super) const fn is_large(length: usize) -> bool {
    length > LARGE
}

impl Capacity {
    pub(super) fn new(most: usize) -> Self {
        Self {
            small: Semaphore::new(most),
            large: Semaphore::new(most),
            most,
        }
    }

    /// Takes room for a record of this length, if there is some.
    pub(super) fn try_take(&self, length: usize) -> Option<Room> {
        let (share, permits) = self.share(length);
        share.try_acquire_many(permits).ok()?.forget();
        Some(room(length, permits))
    }

    /// Waits for room for a record of this length.
    pub(super) async fn take(&self, length: usize) -> Result<Room, LogError> {
        let (share, permits) = self.share(length);
        let acquired = share.acquire_many(permits).await;
        acquired.map_err(|_| LogError::Closed)?.forget();
        Ok(room(length, permits))
    }

    pub(super) fn give_back(&self, room: Room) {
        self.small.add_permits(room.small);
        self.large.add_permits(room.large);
    }

    /// Returns the share of a record, and its permits: one a byte. A record that is larger than the
    /// whole share takes all of it.
    fn share(&self, length: usize) -> (&Semaphore, u32) {
        let share = if is_large(length) {
            &self.large
        } else {
            &self.small
        };
        let permits = u32::try_from(length.min(self.most)).unwrap_or(u32::MAX);
        (share, permits)
    }
}

fn room(length: usize, permits: u32) -> Room {
    let bytes = permits as usize;
    match is_large(length) {
        true => Room {
            large: bytes,
            small: 0,
        },
        false => Room {
            small: bytes,
            large: 0,
        },
    }
}
