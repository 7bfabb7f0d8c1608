//! [`CheckCache`]: the statements that passed the check before.

use std::{fmt, num::NonZeroUsize, sync::Mutex};

use lru::LruCache;
use toolwright_base::lock;

/// The number of statements in the cache.
const CAPACITY: NonZeroUsize = NonZeroUsize::new(256).expect("256 is not zero");
/// The longest statement that is cached, in bytes.
const MAX_LENGTH: usize = 16 << 10;

/// The exact texts of statements that passed.
///
/// Programs repeat their statements, and checking a short one takes as long as running it.
pub(super) struct CheckCache {
    texts: Mutex<LruCache<Box<str>, ()>>,
}

impl CheckCache {
    /// Returns whether exactly this text has passed.
    pub(super) fn contains(&self, sql: &str) -> bool {
        lock(&self.texts).get(sql).is_some()
    }

    /// Adds a text that has passed.
    pub(super) fn insert(&self, sql: &str) {
        if sql.len() <= MAX_LENGTH {
            lock(&self.texts).put(sql.into(), ());
        }
    }
}

impl Default for CheckCache {
    fn default() -> Self {
        Self {
            texts: Mutex::new(LruCache::new(CAPACITY)),
        }
    }
}

impl fmt::Debug for CheckCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CheckCache").finish_non_exhaustive()
    }
}
