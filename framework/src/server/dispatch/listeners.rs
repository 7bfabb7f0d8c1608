//! [`Listeners`]: the streams that only wait for changes.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
};

use tokio_util::sync::CancellationToken;
use toolwright_base::lock;

/// The streams that only wait for changes, limited in number.
///
/// They hold connections without doing anything, so that too many of them would lock out everybody
/// else. The oldest one ends when there are too many: its client can open another.
#[derive(Debug)]
pub(super) struct Listeners {
    /// The streams by age, the oldest first.
    open: Mutex<BTreeMap<u64, CancellationToken>>,
    last: AtomicU64,
    limit: AtomicUsize,
}

/// A stream that waits for changes. Dropping this removes it.
#[derive(Debug)]
pub(super) struct Listener<'a> {
    listeners: &'a Listeners,
    number: u64,
    replaced: CancellationToken,
}

impl Default for Listeners {
    fn default() -> Self {
        Self {
            open: Mutex::default(),
            last: AtomicU64::new(0),
            limit: AtomicUsize::new(usize::MAX),
        }
    }
}

impl Listeners {
    pub(super) fn limit(&self, limit: usize) {
        self.limit.store(limit.max(1), Ordering::Relaxed);
    }

    /// Adds a stream. If there are too many, the oldest is replaced.
    pub(super) fn add(&self) -> Listener<'_> {
        let number = self.last.fetch_add(1, Ordering::Relaxed);
        let replaced = CancellationToken::new();
        let mut open = lock(&self.open);
        while open.len() >= self.limit.load(Ordering::Relaxed) {
            let Some((_, oldest)) = open.pop_first() else {
                break;
            };
            oldest.cancel();
        }
        open.insert(number, replaced.clone());
        Listener {
            listeners: self,
            number,
            replaced,
        }
    }
}

impl Listener<'_> {
    /// Waits until the stream has to end, since there are too many newer ones.
    pub(super) async fn replaced(&self) {
        self.replaced.cancelled().await;
    }
}

impl Drop for Listener<'_> {
    fn drop(&mut self) {
        lock(&self.listeners.open).remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_is_replaced_when_there_are_too_many() {
        let listeners = Listeners::default();
        listeners.limit(2);
        let streams = [listeners.add(), listeners.add()];
        drop(listeners.add());
        let replaced = streams.each_ref().map(|it| it.replaced.is_cancelled());
        assert_eq!(replaced, [true, false]);
        drop(streams);
        assert!(lock(&listeners.open).is_empty());
    }
}
