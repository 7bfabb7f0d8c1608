//! [`Batch`]: records that are written together, in one system call.

use std::{sync::Arc, time::Instant};

use super::pending_write::PendingWrite;

/// Consecutive lines, and the waiter of each.
#[derive(Debug, Default)]
pub(super) struct Batch {
    bytes: Vec<u8>,
    entries: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    end: usize,
    /// How many permits of the queue's capacity it holds.
    permits: usize,
    waiter: Waiter,
}

/// Who waits for a record to be written.
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

    pub(super) fn push(&mut self, line: &[u8], permits: usize, waiter: Waiter) {
        self.bytes.extend_from_slice(line);
        self.entries.push(Entry {
            end: self.bytes.len(),
            permits,
            waiter,
        });
    }

    /// Removes the lines within the first `written` bytes, which are written, and wakes their
    /// waiters. Returns the permits that they held.
    pub(super) fn settle(&mut self, written: usize) -> usize {
        let done = self.entries.partition_point(|entry| entry.end <= written);
        let mut permits = 0;
        let mut start = 0;
        for entry in self.entries.drain(..done) {
            permits += entry.permits;
            start = entry.end;
            if let Waiter::Caller(pending) = entry.waiter {
                pending.complete();
            }
        }
        self.bytes.drain(..start);
        for entry in &mut self.entries {
            entry.end -= start;
        }
        permits
    }

    /// Appends another batch.
    pub(super) fn extend(&mut self, later: Self) {
        let offset = self.bytes.len();
        self.bytes.extend_from_slice(&later.bytes);
        let entries = later.entries.into_iter().map(|entry| Entry {
            end: entry.end + offset,
            ..entry
        });
        self.entries.extend(entries);
    }

    /// Drops the records that nobody waits for any longer. Returns the permits that they held, and
    /// their number.
    pub(super) fn drop_abandoned(&mut self) -> (usize, usize) {
        let former = std::mem::take(self);
        let (mut start, mut permits, mut count) = (0, 0, 0);
        for entry in former.entries {
            let line = &former.bytes[start..entry.end];
            start = entry.end;
            if entry.waiter.has_given_up() {
                permits += entry.permits;
                count += 1;
            } else {
                self.push(line, entry.permits, entry.waiter);
            }
        }
        (permits, count)
    }
}
