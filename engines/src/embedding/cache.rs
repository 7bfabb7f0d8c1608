//! [`VectorCache`]: the vectors of recently used texts.

use lru::LruCache;
use sha2::{Digest as _, Sha256};

use super::embedder::Vector;

/// The size of an entry beside its numbers: the key, and the pointers of the list and the map.
const OVERHEAD: usize = 128;

/// The hash of a text. The texts themselves are not kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct TextKey([u8; 32]);

impl TextKey {
    pub(super) fn of(text: &str) -> Self {
        Self(Sha256::digest(text.as_bytes()).into())
    }
}

/// The vectors of the most recently used texts, within a limit of bytes.
pub(super) struct VectorCache {
    most_bytes: usize,
    bytes: usize,
    vectors: LruCache<TextKey, Vector>,
}

impl VectorCache {
    pub(super) fn new(most_bytes: usize) -> Self {
        Self {
            most_bytes,
            bytes: 0,
            vectors: LruCache::unbounded(),
        }
    }

    pub(super) fn get(&mut self, key: TextKey) -> Option<Vector> {
        self.vectors.get(&key).cloned()
    }

    pub(super) fn insert(&mut self, key: TextKey, vector: Vector) {
        let cost = cost(&vector);
        if cost > self.most_bytes {
            return;
        }
        if let Some(old) = self.vectors.put(key, vector) {
            self.bytes -= self::cost(&old);
        }
        self.bytes += cost;
        while self.bytes > self.most_bytes {
            let Some((_, oldest)) = self.vectors.pop_lru() else {
                return;
            };
            self.bytes -= self::cost(&oldest);
        }
    }

    pub(super) fn clear(&mut self) {
        self.vectors.clear();
        self.bytes = 0;
    }
}

fn cost(vector: &Vector) -> usize {
    OVERHEAD + size_of_val(&**vector)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> TextKey {
        TextKey::of(text)
    }

    fn known(cache: &VectorCache) -> Vec<&'static str> {
        let all = ["a", "b", "c", "d"];
        all.into_iter()
            .filter(|text| cache.vectors.contains(&key(text)))
            .collect()
    }

    #[test]
    fn the_least_recently_used_makes_room() {
        let vector: Vector = Arc::from([0.0; 32]);
        let mut cache = VectorCache::new(3 * cost(&vector));
        for text in ["a", "b", "c"] {
            cache.insert(key(text), Arc::clone(&vector));
        }
        assert!(cache.get(key("a")).is_some());
        cache.insert(key("d"), Arc::clone(&vector));
        assert_eq!(known(&cache), ["a", "c", "d"]);
        // The same again costs nothing more.
        cache.insert(key("d"), Arc::clone(&vector));
        assert_eq!(known(&cache), ["a", "c", "d"]);
        assert_eq!(cache.bytes, 3 * cost(&vector));
        cache.insert(key("b"), Arc::from([0.0; 64]));
        assert_eq!(known(&cache), ["b", "d"]);
        cache.clear();
        assert_eq!((known(&cache), cache.bytes), (vec![], 0));
    }

    #[test]
    fn a_vector_larger_than_the_cache_is_not_kept() {
        let mut cache = VectorCache::new(200);
        cache.insert(key("a"), Arc::from([0.0; 8]));
        cache.insert(key("b"), Arc::from([0.0; 64]));
        assert_eq!(known(&cache), ["a"]);
    }

    use std::sync::Arc;
}
