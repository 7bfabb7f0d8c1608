//! [`StatementCache`]: the statements that a connection has prepared on the server.
//!
//! A statement that is sent a second time is prepared under a name. From then on it is neither
//! parsed nor described again. A statement that is sent only once is not prepared: that would cost
//! the server memory and save nothing.

use std::{num::NonZeroUsize, sync::Arc};

use lru::LruCache;

use crate::postgres::render::Columns;

/// The number of statements in the cache.
const CAPACITY: NonZeroUsize = NonZeroUsize::new(64).expect("64 is not zero");
/// The longest statement that is cached, in bytes.
const MAX_LENGTH: usize = 16 << 10;

/// How a statement is sent.
#[derive(Debug, Clone)]
pub(crate) enum Preparation {
    /// Parsed for this query only.
    Unnamed,
    /// Parsed under this new name.
    New(Arc<str>),
    /// Already prepared under this name, with these columns.
    Existing(Arc<str>, Arc<Columns>),
}

#[derive(Debug)]
enum Entry {
    SentOnce,
    Prepared(Arc<str>, Arc<Columns>),
}

/// The statements that a connection has sent or prepared.
#[derive(Debug)]
pub(super) struct StatementCache {
    entries: LruCache<Box<str>, Entry>,
    /// The names of prepared statements that are to be closed on the server.
    dropped: Vec<Arc<str>>,
    /// How many names were given so far.
    count: u64,
}

impl StatementCache {
    pub(super) fn new() -> Self {
        Self {
            entries: LruCache::new(CAPACITY),
            dropped: Vec::new(),
            count: 0,
        }
    }

    /// Decides how to send this statement now.
    pub(super) fn get(&mut self, sql: &str) -> Preparation {
        if sql.len() > MAX_LENGTH {
            return Preparation::Unnamed;
        }
        match self.entries.get(sql) {
            Some(Entry::Prepared(name, columns)) => {
                Preparation::Existing(Arc::clone(name), Arc::clone(columns))
            }
            Some(Entry::SentOnce) => {
                self.count += 1;
                let name: Arc<str> = format!("s{}", self.count).into();
                // Taken back in `insert`, which a caller that is dropped never reaches.
                self.dropped.push(Arc::clone(&name));
                Preparation::New(name)
            }
            None => {
                self.put(sql, Entry::SentOnce);
                Preparation::Unnamed
            }
        }
    }

    /// Notes that the statement is now prepared under this name.
    pub(super) fn insert(&mut self, sql: &str, name: &Arc<str>, columns: &Arc<Columns>) {
        self.dropped.retain(|dropped| dropped != name);
        let prepared = Entry::Prepared(Arc::clone(name), Arc::clone(columns));
        self.put(sql, prepared);
    }

    /// Removes the statement, so that it is parsed again.
    pub(super) fn remove(&mut self, sql: &str) {
        if let Some(Entry::Prepared(name, _)) = self.entries.pop(sql) {
            self.dropped.push(name);
        }
    }

    /// Returns the names to close on the server, each of them once.
    pub(super) fn take_dropped(&mut self) -> Vec<Arc<str>> {
        std::mem::take(&mut self.dropped)
    }

    fn put(&mut self, sql: &str, entry: Entry) {
        let evicted = self.entries.push(sql.into(), entry);
        if let Some((text, Entry::Prepared(name, _))) = evicted
            && *text != *sql
        {
            self.dropped.push(name);
        }
    }
}
