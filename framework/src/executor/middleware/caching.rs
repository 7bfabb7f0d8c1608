//! [`Caching`]: answers repeated calls from a cache.

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use toolwright_base::lock;

use crate::core::{BoxFuture, Call, Caller, Middleware, NamePattern, Next, ToolError, ToolOutput};

/// The maximum number of entries.
const MAX_ENTRIES: usize = 1024;
/// The maximum size of all entries, arguments included.
const MAX_BYTES: usize = 16 * 1024 * 1024;
/// The key in the `_meta` of a result that marks it as cached.
const CACHED: &str = "toolwright/cached";

/// Answers repeated calls with the same arguments from a cache.
///
/// Only tools that were named with [`keep`](Self::keep) are cached. Each caller has entries of its
/// own. Failures are not cached, nor are answers for which a person was asked. A cached result has
/// `"toolwright/cached": true` in its `_meta`.
///
/// ```
/// use std::time::Duration;
/// use toolwright::{Server, middleware::Caching};
///
/// let caching = Caching::new()
///     .keep("get_weather", Duration::from_secs(600))
///     .keep("get_*", Duration::from_secs(60));
/// let server = Server::new("demo").middleware(caching);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Caching {
    lifetimes: Vec<(NamePattern, Duration)>,
    cache: Arc<Mutex<Cache>>,
}

/// The caller, the name of the tool, and the arguments.
type CacheKey = (Caller, String, String);

#[derive(Default)]
struct Cache {
    entries: HashMap<CacheKey, CachedOutput>,
    bytes: usize,
}

struct CachedOutput {
    output: ToolOutput,
    expires: Instant,
    size: usize,
}

impl fmt::Debug for Cache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cache")
            .field("entries", &self.entries.len())
            .field("bytes", &self.bytes)
            .finish()
    }
}

impl Caching {
    /// Creates a middleware that caches no tool yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Caches the results of the tools whose names match `pattern`, for `lifetime`.
    ///
    /// If several patterns match a tool, the one that was added first applies.
    #[must_use]
    pub fn keep(mut self, pattern: impl Into<String>, lifetime: Duration) -> Self {
        let pattern = NamePattern::new(pattern);
        self.lifetimes.push((pattern, lifetime));
        self
    }

    fn lifetime(&self, tool: &str) -> Option<Duration> {
        let mut lifetimes = self.lifetimes.iter();
        let found = lifetimes.find(|(pattern, _)| pattern.matches(tool));
        found.map(|(_, lifetime)| *lifetime)
    }
}

impl Middleware for Caching {
    fn handle(&self, call: Call, next: Next) -> BoxFuture<'static, Result<ToolOutput, ToolError>> {
        let Some(lifetime) = self.lifetime(call.name()) else {
            return Box::pin(next.run(call));
        };
        let cache = Arc::clone(&self.cache);
        Box::pin(async move {
            let key = (
                call.context.client().caller(),
                call.name().to_owned(),
                call.arguments.as_str().to_owned(),
            );
            if let Some(output) = lock(&cache).get(&key, Instant::now()) {
                return Ok(output);
            }
            let context = call.context.clone();
            let output = next.run(call).await?;
            if !output.is_error && context.waited().is_zero() {
                lock(&cache).insert(key, &output, Instant::now() + lifetime);
            }
            Ok(output)
        })
    }

    fn handles_items(&self) -> bool {
        false
    }
}

impl Cache {
    fn get(&mut self, key: &CacheKey, now: Instant) -> Option<ToolOutput> {
        if self.entries.get(key)?.expires <= now {
            self.remove(&key.clone());
            return None;
        }
        let mut output = self.entries.get(key)?.output.clone();
        output.meta.insert(CACHED.into(), true.into());
        Some(output)
    }

    /// Inserts an entry, and removes those that expire next until there is room.
    fn insert(&mut self, key: CacheKey, output: &ToolOutput, expires: Instant) {
        let size = key.1.len() + key.2.len() + output.size();
        if size > MAX_BYTES / 4 {
            return;
        }
        self.remove(&key);
        while self.entries.len() >= MAX_ENTRIES || self.bytes + size > MAX_BYTES {
            let soonest = self.entries.iter().min_by_key(|(_, entry)| entry.expires);
            let Some(soonest) = soonest.map(|(key, _)| key.clone()) else {
                break;
            };
            self.remove(&soonest);
        }
        self.bytes += size;
        let output = output.clone();
        self.entries.insert(
            key,
            CachedOutput {
                output,
                expires,
                size,
            },
        );
    }

    fn remove(&mut self, key: &CacheKey) {
        if let Some(entry) = self.entries.remove(key) {
            self.bytes -= entry.size;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Origin;

    fn key(number: usize) -> CacheKey {
        (Caller::of(Origin::Local), "t".into(), number.to_string())
    }

    #[test]
    fn an_entry_expires_after_its_lifetime() {
        let (mut cache, now) = (Cache::default(), Instant::now());
        let expires = now + Duration::from_secs(1);
        cache.insert(key(1), &ToolOutput::text("a"), expires);
        let found = cache.get(&key(1), now).unwrap();
        assert_eq!(found.joined_text(), "a");
        assert_eq!(found.meta.get(CACHED), Some(&true.into()));
        assert!(cache.get(&key(2), now).is_none());
        assert!(cache.get(&key(1), expires).is_none());
        assert_eq!((cache.entries.len(), cache.bytes), (0, 0));
    }

    #[test]
    fn the_cache_never_exceeds_its_limits() {
        let (mut cache, now) = (Cache::default(), Instant::now());
        let large = ToolOutput::text("x".repeat(MAX_BYTES / 8));
        for number in 0..2 * MAX_ENTRIES {
            let expires = now + Duration::from_secs(number as u64);
            cache.insert(key(number), &ToolOutput::text("a"), expires);
        }
        assert_eq!(cache.entries.len(), MAX_ENTRIES);
        for number in 0..100 {
            cache.insert(key(number), &large, now + Duration::from_secs(9_999));
            assert!(cache.bytes <= MAX_BYTES);
        }
        let huge = ToolOutput::text("x".repeat(MAX_BYTES));
        cache.insert(key(7_777), &huge, now + Duration::from_secs(9_999));
        assert!(cache.get(&key(7_777), now).is_none());
    }
}
