//! [`BytePool`]: memory that clients share; [`MemoryBudget`]: the pools of a server.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use super::byte_share::{ByteShare, ByteShares};
use crate::core::Caller;

/// A number of bytes that may be in use at once, shared by all clients of a server.
///
/// It counts, and allocates nothing.
#[derive(Debug)]
pub(crate) struct BytePool {
    used: AtomicUsize,
    limit: usize,
    shares: Arc<ByteShares>,
}

/// Bytes of a pool that are in use. Dropping this returns them.
#[derive(Debug)]
pub(crate) struct PooledBytes {
    pool: Arc<BytePool>,
    count: usize,
    /// The same bytes, as those of the client that has them.
    share: Option<ByteShare>,
}

impl BytePool {
    pub(crate) fn new(limit: usize) -> Arc<Self> {
        Arc::new(Self {
            used: AtomicUsize::new(0),
            limit,
            shares: Arc::default(),
        })
    }

    /// Takes no bytes, to [grow](PooledBytes::grow) later.
    pub(crate) fn nothing(self: &Arc<Self>) -> PooledBytes {
        self.nothing_for(None)
    }

    /// Takes no bytes, to grow later up to the share of `client`: half of the pool.
    pub(crate) fn nothing_for(self: &Arc<Self>, client: Option<Caller>) -> PooledBytes {
        PooledBytes {
            pool: Arc::clone(self),
            count: 0,
            share: client.map(|client| ByteShare::new(&self.shares, client)),
        }
    }

    /// Returns how many clients have a part of their shares.
    #[cfg(test)]
    pub(crate) fn clients(&self) -> usize {
        self.shares.clients()
    }

    /// Returns the most bytes of one client.
    const fn share(&self) -> usize {
        self.limit.div_ceil(2)
    }

    /// Takes `bytes`, or returns `None` if fewer are left.
    pub(crate) fn take(self: &Arc<Self>, bytes: usize) -> Option<PooledBytes> {
        let mut taken = self.nothing();
        taken.grow(bytes).then_some(taken)
    }
}

impl PooledBytes {
    pub(crate) const fn count(&self) -> usize {
        self.count
    }

    /// Takes `bytes` more. Returns `false` and takes none if fewer are left.
    pub(crate) fn grow(&mut self, bytes: usize) -> bool {
        let most = self.pool.share();
        let share = self.share.as_mut();
        if share.is_some_and(|share| !share.grow(bytes, most)) {
            return false;
        }
        let before = self.pool.used.fetch_add(bytes, Ordering::Relaxed);
        let fits = before.saturating_add(bytes) <= self.pool.limit;
        if fits {
            self.count += bytes;
        } else {
            self.pool.used.fetch_sub(bytes, Ordering::Relaxed);
            if let Some(share) = &mut self.share {
                share.shrink(bytes);
            }
        }
        fits
    }

    /// Returns whether the client would have more than its share with `bytes` more.
    pub(crate) fn exceeds_share(&self, bytes: usize) -> bool {
        let share = self.share.as_ref();
        share.is_some_and(|share| share.exceeds(bytes, self.pool.share()))
    }

    /// Takes `bytes` more, also beyond the limit.
    pub(crate) fn force(&mut self, bytes: usize) {
        self.pool.used.fetch_add(bytes, Ordering::Relaxed);
        self.count += bytes;
    }

    /// Returns `bytes` of those that were taken.
    pub(crate) fn shrink(&mut self, bytes: usize) {
        if let Some(share) = &mut self.share {
            share.shrink(bytes.min(share.count()));
        }
        self.count -= bytes;
        self.pool.used.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Returns whether more bytes of the pool are in use than it has.
    pub(crate) fn is_over(&self) -> bool {
        self.pool.used.load(Ordering::Relaxed) > self.pool.limit
    }
}

impl Drop for PooledBytes {
    fn drop(&mut self) {
        self.pool.used.fetch_sub(self.count, Ordering::Relaxed);
    }
}

/// How much a server keeps for all of its clients together, in bytes.
///
/// A client that wants more than is left gets an error, or loses what was kept for it. Each use has
/// a pool of its own, so that one that is exhausted does not stop the others.
#[derive(Debug)]
pub(crate) struct MemoryBudget {
    /// Request bodies that are being received or handled. Small ones are not counted.
    pub(crate) bodies: Arc<BytePool>,
    /// Messages that clients have not read, or may come back for.
    pub(crate) streams: Arc<BytePool>,
    /// The URIs that clients have subscribed to.
    pub(crate) subscriptions: Arc<BytePool>,
}

impl Default for MemoryBudget {
    fn default() -> Self {
        Self {
            bodies: BytePool::new(32 * 1024 * 1024),
            streams: BytePool::new(16 * 1024 * 1024),
            subscriptions: BytePool::new(8 * 1024 * 1024),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_is_returned() {
        let pool = BytePool::new(10);
        let mut taken = pool.take(6).unwrap();
        assert!(pool.take(5).is_none());
        assert!(taken.grow(4) && !taken.grow(1));
        taken.shrink(5);
        assert_eq!((taken.count(), taken.is_over()), (5, false));
        taken.force(10);
        assert!(taken.is_over());
        drop(taken);
        assert!(pool.take(10).is_some());
    }
}
