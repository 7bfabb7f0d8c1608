//! [`CachedEmbedder`]: an embedder that keeps the vectors of recent texts.

use std::{
    collections::{HashMap, hash_map::Entry},
    fmt,
    sync::Mutex,
    time::Instant,
};

use lru::LruCache;
use sha2::{Digest as _, Sha256};
use toolwright::BoxFuture;
use toolwright_base::lock;

use super::embedder::{Embedder, EmbeddingError, Vector};

/// An embedder with a cache. A text that occurs several times in a list is embedded once.
pub struct CachedEmbedder<E> {
    embedder: E,
    cache: Mutex<VectorCache>,
}

/// The texts of one call, looked up in the cache.
struct Lookup {
    /// The index of each text in `vectors`.
    places: Vec<usize>,
    /// The vector of each different text, if it is cached.
    vectors: Vec<Option<Vector>>,
    /// The indices and keys of the texts that are not cached.
    missing: Vec<(usize, TextKey)>,
    texts: Vec<String>,
}

impl<E: Embedder> CachedEmbedder<E> {
    /// Caches the vectors of `embedder`, in at most `max_bytes`.
    pub fn new(embedder: E, max_bytes: usize) -> Self {
        Self {
            embedder,
            cache: Mutex::new(VectorCache::new(max_bytes)),
        }
    }

    fn look_up(&self, texts: &[String]) -> Lookup {
        let mut lookup = Lookup {
            places: Vec::with_capacity(texts.len()),
            vectors: Vec::new(),
            missing: Vec::new(),
            texts: Vec::new(),
        };
        let mut seen: HashMap<&str, usize> = HashMap::with_capacity(texts.len());
        for text in texts {
            let next = lookup.vectors.len();
            let place = match seen.entry(text) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(new) => {
                    let key = TextKey::of(text);
                    let vector = lock(&self.cache).get(key);
                    if vector.is_none() {
                        lookup.missing.push((next, key));
                        lookup.texts.push(text.clone());
                    }
                    lookup.vectors.push(vector);
                    *new.insert(next)
                }
            };
            lookup.places.push(place);
        }
        lookup
    }

    async fn find(
        &self,
        texts: &[String],
        deadline: Instant,
    ) -> Result<Vec<Vector>, EmbeddingError> {
        if let Some(index) = texts.iter().position(|text| text.trim().is_empty()) {
            return Err(EmbeddingError::Empty { index });
        }
        let mut lookup = self.look_up(texts);
        if !lookup.texts.is_empty() {
            let fresh = self.embedder.embed(&lookup.texts, deadline).await;
            let fresh = fresh.inspect_err(|error| self.clear_if_changed(error))?;
            let mut cache = lock(&self.cache);
            for ((place, key), vector) in lookup.missing.into_iter().zip(fresh) {
                cache.insert(key, Vector::clone(&vector));
                lookup.vectors[place] = Some(vector);
            }
        }
        let vectors = lookup.places.iter();
        let vectors: Vec<_> = vectors
            .filter_map(|place| lookup.vectors[*place].clone())
            .collect();
        self.check_dimensions(&vectors)?;
        Ok(vectors)
    }

    /// Checks that cached vectors are not of another model than the new ones.
    fn check_dimensions(&self, vectors: &[Vector]) -> Result<(), EmbeddingError> {
        let Some(expected) = vectors.first().map(|vector| vector.len()) else {
            return Ok(());
        };
        match vectors.iter().find(|vector| vector.len() != expected) {
            None => Ok(()),
            Some(other) => {
                lock(&self.cache).clear();
                Err(EmbeddingError::Dimension {
                    model: self.model().to_owned(),
                    expected,
                    actual: other.len(),
                })
            }
        }
    }

    /// Clears the cache if the model has changed.
    fn clear_if_changed(&self, error: &EmbeddingError) {
        if matches!(error, EmbeddingError::Dimension { .. }) {
            lock(&self.cache).clear();
        }
    }
}

impl<E: Embedder> Embedder for CachedEmbedder<E> {
    fn model(&self) -> &str {
        self.embedder.model()
    }

    fn dimension(&self) -> Option<usize> {
        self.embedder.dimension()
    }

    fn keyword_weight(&self) -> f32 {
        self.embedder.keyword_weight()
    }

    fn embed<'a>(
        &'a self,
        texts: &'a [String],
        deadline: Instant,
    ) -> BoxFuture<'a, Result<Vec<Vector>, EmbeddingError>> {
        Box::pin(self.find(texts, deadline))
    }
}

impl<E: fmt::Debug> fmt::Debug for CachedEmbedder<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.embedder.fmt(f)
    }
}

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
    max_bytes: usize,
    bytes: usize,
    vectors: LruCache<TextKey, Vector>,
}

impl VectorCache {
    pub(super) fn new(max_bytes: usize) -> Self {
        Self {
            max_bytes,
            bytes: 0,
            vectors: LruCache::unbounded(),
        }
    }

    pub(super) fn get(&mut self, key: TextKey) -> Option<Vector> {
        self.vectors.get(&key).cloned()
    }

    pub(super) fn insert(&mut self, key: TextKey, vector: Vector) {
        let cost = cost(&vector);
        if cost > self.max_bytes {
            return;
        }
        if let Some(old) = self.vectors.put(key, vector) {
            self.bytes -= self::cost(&old);
        }
        self.bytes += cost;
        while self.bytes > self.max_bytes {
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
    use std::sync::Arc;

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
}
