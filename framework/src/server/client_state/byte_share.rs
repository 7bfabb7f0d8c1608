//! [`ByteShare`]: the part of a pool that one client has.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use toolwright_base::lock;

use crate::core::Caller;

/// The bytes of a pool that each client has.
///
/// A client is forgotten when it has none any more, so the table has at most as many clients as the pool has
/// things that are counted.
#[derive(Debug, Default)]
pub(super) struct ByteShares(Mutex<HashMap<Caller, usize>>);

/// Bytes of one client. Dropping this returns them.
#[derive(Debug)]
pub(super) struct ByteShare {
    shares: Arc<ByteShares>,
    client: Caller,
    count: usize,
}

impl ByteShares {
    /// Returns how many clients have bytes.
    #[cfg(test)]
    pub(super) fn clients(&self) -> usize {
        lock(&self.0).len()
    }
}

impl ByteShare {
    /// Creates a share of no bytes, to [grow](Self::grow) later.
    pub(super) fn new(shares: &Arc<ByteShares>, client: Caller) -> Self {
        Self {
            shares: Arc::clone(shares),
            client,
            count: 0,
        }
    }

    pub(super) const fn count(&self) -> usize {
        self.count
    }

    /// Returns whether the client would have more than `most` bytes with so many more.
    pub(super) fn exceeds(&self, bytes: usize, most: usize) -> bool {
        let shares = lock(&self.shares.0);
        let held = shares.get(&self.client).copied().unwrap_or_default();
        held.saturating_add(bytes) > most
    }

    /// Takes `bytes` more. Returns `false` and takes none if the client would have more than `most`.
    pub(super) fn grow(&mut self, bytes: usize, most: usize) -> bool {
        let mut shares = lock(&self.shares.0);
        let held = shares.get(&self.client).copied().unwrap_or_default();
        let fits = held.saturating_add(bytes) <= most;
        if fits && bytes > 0 {
            shares.insert(self.client.clone(), held + bytes);
            self.count += bytes;
        }
        fits
    }

    /// Returns `bytes` of those that were taken.
    pub(super) fn shrink(&mut self, bytes: usize) {
        self.count -= bytes;
        let mut shares = lock(&self.shares.0);
        if let Some(held) = shares.get_mut(&self.client) {
            *held -= bytes;
            if *held == 0 {
                shares.remove(&self.client);
            }
        }
    }
}

impl Drop for ByteShare {
    fn drop(&mut self) {
        self.shrink(self.count);
    }
}
