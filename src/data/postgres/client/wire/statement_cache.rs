//! [`Statements`]: which texts a connection has seen, and what the server knows them by.
//!
//! A text that comes for the second time is prepared under a name, and from then on neither parsed nor described again. One that
//! comes once is not: that would cost the server memory and save nothing.

use std::{num::NonZeroUsize, sync::Arc};

use lru::LruCache;

use crate::data::postgres::render::Description;

/// How many texts are remembered.
const MOST: NonZeroUsize = NonZeroUsize::new(64).expect("64 is more than none");
/// The longest text that is remembered.
const LONGEST: usize = 16 << 10;

/// How a text is sent.
#[derive(Debug, Clone)]
pub(in crate::data::postgres) enum Plan {
    /// Parsed for this once.
    Once,
    /// Parsed under this new name.
    Prepare(Arc<str>),
    /// Already known by this name, and its columns too.
    Reuse(Arc<str>, Arc<Description>),
}

#[derive(Debug)]
enum Seen {
    Once,
    Prepared(Arc<str>, Arc<Description>),
}

/// The texts that a connection has seen.
#[derive(Debug)]
pub(super) struct Statements {
    seen: LruCache<Box<str>, Seen>,
    /// Names that the server may forget.
    dropped: Vec<Arc<str>>,
    count: u64,
}

impl Statements {
    pub(super) fn new() -> Self {
        Self {
            seen: LruCache::new(MOST),
            dropped: Vec::new(),
            count: 0,
        }
    }

    /// How to send this text now.
    pub(super) fn plan(&mut self, sql: &str) -> Plan {
        if sql.len() > LONGEST {
            return Plan::Once;
        }
        match self.seen.get(sql) {
            Some(Seen::Prepared(name, columns)) => {
                Plan::Reuse(Arc::clone(name), Arc::clone(columns))
            }
            Some(Seen::Once) => {
                self.count += 1;
                let name: Arc<str> = format!("s{}", self.count).into();
                // Forgotten again when it is known to be there: whoever waits for that may go away before.
                self.dropped.push(Arc::clone(&name));
                Plan::Prepare(name)
            }
            None => {
                self.remember(sql, Seen::Once);
                Plan::Once
            }
        }
    }

    /// The text is now prepared under this name.
    pub(super) fn prepared(&mut self, sql: &str, name: &Arc<str>, columns: &Arc<Description>) {
        self.dropped.retain(|dropped| dropped != name);
        let prepared = Seen::Prepared(Arc::clone(name), Arc::clone(columns));
        self.remember(sql, prepared);
    }

    /// The text is to be sent as if it had never been seen.
    pub(super) fn forget(&mut self, sql: &str) {
        if let Some(Seen::Prepared(name, _)) = self.seen.pop(sql) {
            self.dropped.push(name);
        }
    }

    /// The names that the server may forget, once.
    pub(super) fn take_dropped(&mut self) -> Vec<Arc<str>> {
        std::mem::take(&mut self.dropped)
    }

    fn remember(&mut self, sql: &str, seen: Seen) {
        let pushed_out = self.seen.push(sql.into(), seen);
        if let Some((text, Seen::Prepared(name, _))) = pushed_out
            && *text != *sql
        {
            self.dropped.push(name);
        }
    }
}
