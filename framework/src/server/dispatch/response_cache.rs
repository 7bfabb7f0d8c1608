//! [`ResponseCache`]: results that are the same until the catalogue changes.

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock, Weak},
};

use bytes::Bytes;

use super::method::Method;
use crate::core::{Rights, Snapshot};

/// How many bytes of results are kept. A server with many classes of callers starts again when it
/// has more.
const MAX_BYTES: usize = 16 * 1024 * 1024;

/// The key of a result: everything that it depends on beside the catalogue.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct ResponseKey {
    pub(super) method: Method,
    pub(super) is_modern: bool,
    /// The rights of the caller, if anything limits it. Callers with equal rights share a result.
    pub(super) rights: Option<Arc<Rights>>,
    /// The number of the part of the server that the caller is connected to. A key that had the part
    /// itself would keep it.
    pub(super) virtual_server: Option<u64>,
}

/// Serialised results that are the same for all callers with the same rights until the catalogue
/// changes. Only the id of the response differs.
#[derive(Debug, Default)]
pub(super) struct ResponseCache(RwLock<CachedResults>);

#[derive(Debug, Default)]
struct CachedResults {
    /// The snapshot that the results belong to. The weak reference does not keep its content alive,
    /// but keeps its address from being reused.
    snapshot: Weak<Snapshot>,
    results: HashMap<ResponseKey, Bytes>,
    bytes: usize,
}

impl ResponseCache {
    pub(super) fn get(&self, snapshot: &Arc<Snapshot>, key: &ResponseKey) -> Option<Bytes> {
        let cached = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let result = cached.results.get(key)?;
        cached.belong_to(snapshot).then(|| result.clone())
    }

    pub(super) fn insert(&self, snapshot: &Arc<Snapshot>, key: ResponseKey, result: Bytes) {
        let mut cached = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if !cached.belong_to(snapshot) || cached.bytes + result.len() > MAX_BYTES {
            cached.snapshot = Arc::downgrade(snapshot);
            cached.results.clear();
            cached.bytes = 0;
        }
        cached.bytes += result.len();
        cached.results.insert(key, result);
    }
}

impl CachedResults {
    fn belong_to(&self, snapshot: &Arc<Snapshot>) -> bool {
        std::ptr::eq(self.snapshot.as_ptr(), Arc::as_ptr(snapshot))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Identity;

    const TOOLS: ResponseKey = ResponseKey {
        method: Method::ListTools,
        is_modern: true,
        rights: None,
        virtual_server: None,
    };

    #[test]
    fn a_result_is_cached_for_its_snapshot_and_era() {
        let cache = ResponseCache::default();
        let (first, second) = (Arc::new(Snapshot::default()), Arc::new(Snapshot::default()));
        cache.insert(&first, TOOLS, "a".into());
        assert_eq!(cache.get(&first, &TOOLS), Some("a".into()));
        let old = ResponseKey {
            is_modern: false,
            ..TOOLS
        };
        assert_eq!(cache.get(&first, &old), None);
        assert_eq!(cache.get(&second, &TOOLS), None);
    }

    #[test]
    fn callers_with_equal_rights_share_a_result() {
        let (cache, snapshot) = (ResponseCache::default(), Arc::new(Snapshot::default()));
        let key = |user: &str| ResponseKey {
            rights: Some(Arc::clone(Identity::new(user).rights())),
            ..TOOLS
        };
        cache.insert(&snapshot, key("ada"), "a".into());
        assert_eq!(cache.get(&snapshot, &key("ada")), Some("a".into()));
        assert_eq!(cache.get(&snapshot, &key("bob")), None);
        assert_eq!(cache.get(&snapshot, &TOOLS), None);
    }

    #[test]
    fn many_classes_of_callers_do_not_fill_the_memory() {
        let (cache, snapshot) = (ResponseCache::default(), Arc::new(Snapshot::default()));
        let large = Bytes::from(vec![b'x'; MAX_BYTES / 3]);
        for user in 0..10 {
            let rights = Some(Arc::clone(Identity::new(user.to_string()).rights()));
            cache.insert(&snapshot, ResponseKey { rights, ..TOOLS }, large.clone());
        }
        assert!(cache.0.read().unwrap().results.len() <= 3);
    }

    #[test]
    fn a_new_snapshot_clears_the_cache() {
        let cache = ResponseCache::default();
        let (first, second) = (Arc::new(Snapshot::default()), Arc::new(Snapshot::default()));
        let discovery = ResponseKey {
            method: Method::Discover,
            ..TOOLS
        };
        cache.insert(&first, TOOLS, "a".into());
        cache.insert(&second, discovery.clone(), "b".into());
        assert_eq!(cache.get(&second, &TOOLS), None);
        assert_eq!(cache.get(&second, &discovery), Some("b".into()));
    }
}
