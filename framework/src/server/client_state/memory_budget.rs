//! [`MemoryBudget`]: how much a server keeps for all of its clients together.

use std::sync::Arc;

use super::byte_pool::BytePool;

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
