//! Batches of records that are written together, and what their callers wait for.

use std::{
    future::poll_fn,
    sync::{Arc, Mutex},
    task::{Poll, Waker},
    time::Instant,
};

use toolwright_base::lock;

use super::options::Room;

/// Consecutive lines, and the waiter of each.
#[derive(Debug, Default)]
pub(super) struct Batch {
    bytes: Vec<u8>,
    entries: Vec<BatchEntry>,
}

#[derive(Debug)]
struct BatchEntry {
    end: usize,
    /// The room in the queue that it takes.
    room: Room,
    waiter: Waiter,
}

/// The callers that wait for a record to be written.
#[derive(Debug)]
pub(super) enum Waiter {
    Caller(Arc<PendingWrite>),
    /// Nobody. The record is dropped after this time.
    Nobody(Instant),
}

impl Waiter {
    fn has_given_up(&self) -> bool {
        match self {
            Self::Caller(pending) => pending.is_abandoned(),
            Self::Nobody(until) => Instant::now() > *until,
        }
    }
}

impl Batch {
    pub(super) const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    #[cfg(test)]
    pub(super) const fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the length of the first line.
    pub(super) fn first_length(&self) -> Option<usize> {
        self.entries.first().map(|entry| entry.end)
    }

    pub(super) fn push(&mut self, line: &[u8], room: Room, waiter: Waiter) {
        self.bytes.extend_from_slice(line);
        self.entries.push(BatchEntry {
            end: self.bytes.len(),
            room,
            waiter,
        });
    }

    /// Removes the lines within the first `written` bytes, which are written, and wakes their
    /// waiters. Returns the room that they took.
    pub(super) fn settle(&mut self, written: usize) -> Room {
        let done = self.entries.partition_point(|entry| entry.end <= written);
        let mut room = Room::default();
        let mut start = 0;
        for entry in self.entries.drain(..done) {
            room += entry.room;
            start = entry.end;
            if let Waiter::Caller(pending) = entry.waiter {
                pending.complete();
            }
        }
        self.bytes.drain(..start);
        for entry in &mut self.entries {
            entry.end -= start;
        }
        room
    }

    /// Appends another batch.
    pub(super) fn extend(&mut self, later: Self) {
        let offset = self.bytes.len();
        self.bytes.extend_from_slice(&later.bytes);
        let entries = later.entries.into_iter().map(|entry| BatchEntry {
            end: entry.end + offset,
            ..entry
        });
        self.entries.extend(entries);
    }

    /// Moves short lines before long ones, so that what fits on a disk that is almost full is
    /// written.
    pub(super) fn sort_by_length(&mut self) {
        if self.lengths().is_sorted() {
            return;
        }
        let mut lines: Vec<_> = self.lines().collect();
        lines.sort_by_key(|(start, entry)| entry.end - start);
        let bytes = std::mem::take(&mut self.bytes);
        for (start, entry) in lines {
            self.push(&bytes[start..entry.end], entry.room, entry.waiter);
        }
    }

    /// Drops the records that nobody waits for any longer. Returns the room that they took, and
    /// their number.
    pub(super) fn drop_abandoned(&mut self) -> (Room, u64) {
        let bytes = &mut self.bytes;
        let (mut room, mut count) = (Room::default(), 0);
        let (mut start, mut kept) = (0, 0);
        self.entries.retain_mut(|entry| {
            let line = std::mem::replace(&mut start, entry.end)..entry.end;
            if entry.waiter.has_given_up() {
                room += entry.room;
                count += 1;
                return false;
            }
            entry.end = kept + line.len();
            if kept < line.start {
                bytes.copy_within(line, kept);
            }
            kept = entry.end;
            true
        });
        bytes.truncate(kept);
        (room, count)
    }

    fn lengths(&self) -> impl Iterator<Item = usize> {
        let mut start = 0;
        let length = move |entry: &BatchEntry| entry.end - std::mem::replace(&mut start, entry.end);
        self.entries.iter().map(length)
    }

    /// Takes the entries, each with the beginning of its line.
    fn lines(&mut self) -> impl Iterator<Item = (usize, BatchEntry)> + use<> {
        let mut start = 0;
        let line = move |entry: BatchEntry| (std::mem::replace(&mut start, entry.end), entry);
        std::mem::take(&mut self.entries).into_iter().map(line)
    }
}

/// A record that waits to be written, shared by its caller and the writer.
#[derive(Debug)]
pub(super) struct PendingWrite(Mutex<WriteState>);

#[derive(Debug)]
enum WriteState {
    Pending(Option<Waker>),
    Written,
    Abandoned,
}

impl PendingWrite {
    pub(super) const fn new() -> Self {
        Self(Mutex::new(WriteState::Pending(None)))
    }

    /// Waits until the record is written.
    pub(super) async fn written(&self) {
        poll_fn(|context| match &mut *lock(&self.0) {
            WriteState::Pending(waker) => {
                *waker = Some(context.waker().clone());
                Poll::Pending
            }
            WriteState::Written | WriteState::Abandoned => Poll::Ready(()),
        })
        .await;
    }

    /// Marks the record as written, and wakes the caller.
    pub(super) fn complete(&self) {
        let mut state = lock(&self.0);
        if let WriteState::Pending(waker) = &mut *state {
            let waker = waker.take();
            *state = WriteState::Written;
            drop(state);
            waker.into_iter().for_each(Waker::wake);
        }
    }

    /// Marks the record as abandoned by its caller. Returns false if it is already written.
    pub(super) fn abandon(&self) -> bool {
        let mut state = lock(&self.0);
        if matches!(*state, WriteState::Written) {
            return false;
        }
        *state = WriteState::Abandoned;
        true
    }

    pub(super) fn is_abandoned(&self) -> bool {
        matches!(*lock(&self.0), WriteState::Abandoned)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn abandoned_lines_are_dropped_in_place() {
        let now = Instant::now();
        let (past, future) = (now - Duration::from_secs(1), now + Duration::from_secs(60));
        let mut batch = Batch::default();
        for (line, until) in [
            ("a\n", future),
            ("bb\n", past),
            ("ccc\n", future),
            ("d\n", past),
            ("ee\n", future),
        ] {
            batch.push(line.as_bytes(), Room::default(), Waiter::Nobody(until));
        }
        let buffer = batch.bytes.as_ptr();
        assert_eq!(batch.drop_abandoned().1, 2);
        assert_eq!(batch.bytes(), b"a\nccc\nee\n");
        assert_eq!(batch.lengths().collect::<Vec<_>>(), [2, 4, 3]);
        assert_eq!(batch.bytes.as_ptr(), buffer);
    }
}
