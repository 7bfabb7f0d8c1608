//! [`Batch`]: records that are written together.

use std::{sync::Arc, time::Instant};

use super::pending_write::Ticket;

/// Lines one after the other, and who waits for each.
#[derive(Debug, Default)]
pub(super) struct Batch {
    bytes: Vec<u8>,
    entries: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    end: usize,
    /// How much of the room for what waits it takes.
    room: usize,
    waiter: Waiter,
}

/// Who waits for a record.
#[derive(Debug)]
pub(super) enum Waiter {
    Caller(Arc<Ticket>),
    /// Nobody; but the record is not kept for longer than this.
    Nobody(Instant),
}

impl Waiter {
    fn has_given_up(&self) -> bool {
        match self {
            Self::Caller(ticket) => ticket.is_withdrawn(),
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

    /// Adds a line.
    pub(super) fn push(&mut self, line: &[u8], room: usize, waiter: Waiter) {
        self.bytes.extend_from_slice(line);
        self.entries.push(Entry {
            end: self.bytes.len(),
            room,
            waiter,
        });
    }

    /// The lines within the first `written` bytes are written: tells who waits for them. Gives back their room.
    pub(super) fn settle(&mut self, written: usize) -> usize {
        let done = self.entries.partition_point(|entry| entry.end <= written);
        let mut room = 0;
        let mut start = 0;
        for entry in self.entries.drain(..done) {
            room += entry.room;
            start = entry.end;
            if let Waiter::Caller(ticket) = entry.waiter {
                ticket.complete();
            }
        }
        self.bytes.drain(..start);
        for entry in &mut self.entries {
            entry.end -= start;
        }
        room
    }

    /// Puts what came `later` after these.
    pub(super) fn extend(&mut self, later: Self) {
        let offset = self.bytes.len();
        self.bytes.extend_from_slice(&later.bytes);
        let entries = later.entries.into_iter().map(|entry| Entry {
            end: entry.end + offset,
            ..entry
        });
        self.entries.extend(entries);
    }

    /// Without the records that nobody waits for any longer. Gives back their room, and how many there were.
    pub(super) fn drop_abandoned(&mut self) -> (usize, usize) {
        let former = std::mem::take(self);
        let (mut start, mut room, mut count) = (0, 0, 0);
        for entry in former.entries {
            let line = &former.bytes[start..entry.end];
            start = entry.end;
            if entry.waiter.has_given_up() {
                room += entry.room;
                count += 1;
            } else {
                self.push(line, entry.room, entry.waiter);
            }
        }
        (room, count)
    }
}
