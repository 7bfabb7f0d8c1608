//! [`SearchCache`]: the results of recent queries.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use toolwright_base::lock;

use super::{backend::Query, hit::Hit};

/// The results of recent queries, for a limited time. The oldest make room for new ones.
#[derive(Debug)]
pub(super) struct SearchCache {
    lifetime: Duration,
    most: usize,
    entries: Mutex<HashMap<Query, Entry>>,
}

#[derive(Debug)]
struct Entry {
    hits: Arc<[Hit]>,
    since: Instant,
}

impl SearchCache {
    pub(super) fn new(lifetime: Duration, most: usize) -> Self {
        Self {
            lifetime,
            most,
            entries: Mutex::default(),
        }
    }

    /// Returns the results of a query, if they are fresh at `now`.
    pub(super) fn get(&self, query: &Query, now: Instant) -> Option<Arc<[Hit]>> {
        let entries = lock(&self.entries);
        let entry = entries.get(query)?;
        self.is_fresh(entry, now).then(|| Arc::clone(&entry.hits))
    }

    pub(super) fn insert(&self, query: Query, hits: Arc<[Hit]>, now: Instant) {
        let mut entries = lock(&self.entries);
        if entries.len() >= self.most {
            entries.retain(|_, entry| self.is_fresh(entry, now));
        }
        if entries.len() >= self.most {
            let oldest = entries.iter().min_by_key(|(_, entry)| entry.since);
            if let Some(oldest) = oldest.map(|(query, _)| query.clone()) {
                entries.remove(&oldest);
            }
        }
        entries.insert(query, Entry { hits, since: now });
    }

    fn is_fresh(&self, entry: &Entry, now: Instant) -> bool {
        now.saturating_duration_since(entry.since) < self.lifetime
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(text: &str) -> Query {
        Query {
            text: text.into(),
            limit: 1,
            recency: None,
        }
    }

    #[test]
    fn an_entry_expires() {
        let cache = SearchCache::new(Duration::from_secs(60), 10);
        let start = Instant::now();
        cache.insert(query("a"), Arc::new([]), start);
        let later = |seconds| start + Duration::from_secs(seconds);
        assert!(cache.get(&query("a"), later(59)).is_some());
        assert!(cache.get(&query("a"), later(60)).is_none());
        assert!(cache.get(&query("b"), start).is_none());
        let other = Query {
            limit: 2,
            ..query("a")
        };
        assert!(cache.get(&other, start).is_none());
    }

    #[test]
    fn the_oldest_makes_room_for_the_newest() {
        let cache = SearchCache::new(Duration::from_secs(60), 3);
        let start = Instant::now();
        for (age, text) in ["a", "b", "c", "d"].into_iter().enumerate() {
            let now = start + Duration::from_secs(age as u64);
            cache.insert(query(text), Arc::new([]), now);
        }
        let kept = ["a", "b", "c", "d"].map(|text| cache.get(&query(text), start).is_some());
        assert_eq!(kept, [false, true, true, true]);
        assert_eq!(lock(&cache.entries).len(), 3);
    }
}
