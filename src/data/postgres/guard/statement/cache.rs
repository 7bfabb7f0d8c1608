//! [`Passed`]: statements that need no second check.

use std::{fmt, num::NonZeroUsize, sync::Mutex};

use lru::LruCache;

use crate::core::lock;

/// How many are remembered.
const MOST: NonZeroUsize = NonZeroUsize::new(256).expect("256 is more than none");
/// The longest that is remembered.
const LONGEST: usize = 16 << 10;

/// Statements that passed, letter by letter: programs ask the same question again and again, and the check of a short one takes as long
/// as its answer.
pub(super) struct Passed {
    texts: Mutex<LruCache<Box<str>, ()>>,
}

impl Passed {
    /// Whether this very text has passed.
    pub(super) fn has(&self, sql: &str) -> bool {
        lock(&self.texts).get(sql).is_some()
    }

    /// This text has passed.
    pub(super) fn remember(&self, sql: &str) {
        if sql.len() <= LONGEST {
            lock(&self.texts).put(sql.into(), ());
        }
    }
}

impl Default for Passed {
    fn default() -> Self {
        Self {
            texts: Mutex::new(LruCache::new(MOST)),
        }
    }
}

impl fmt::Debug for Passed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Passed").finish_non_exhaustive()
    }
}
