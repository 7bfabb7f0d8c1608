//! [`Query`]: the messages of one statement, and the [`StatementCache`] of those that the server
//! has prepared.

use std::{io, num::NonZeroUsize, sync::Arc};

use bytes::BytesMut;
use lru::LruCache;
use postgres_protocol::message::frontend;

use super::pooling_mode::{PoolingMode, bind};
use crate::postgres::{guard::ReadStatement, render::Columns};

/// How often the server sends `ReadyForQuery` in response to [`Query::write`].
pub(super) const READY_COUNT: u8 = 2;

/// A statement with its parameters.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Query<'a> {
    /// The statement.
    pub(in crate::postgres) sql: Sql<'a>,
    /// The texts for `$1`, `$2`, …, or `None` for null.
    pub(in crate::postgres) parameters: &'a [Option<&'a str>],
    /// The maximum number of rows.
    pub(in crate::postgres) max_rows: usize,
}

/// SQL that may be sent to the server. There is no variant for unchecked SQL.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Sql<'a> {
    /// A caller's statement that passed the check.
    Checked(&'a ReadStatement),
    /// A constant of this program.
    Constant(&'static str),
}

impl<'a> Sql<'a> {
    /// Returns the text.
    pub(in crate::postgres) fn text(self) -> &'a str {
        match self {
            Self::Checked(statement) => statement.sql(),
            Self::Constant(text) => text,
        }
    }
}

impl Query<'_> {
    /// Writes everything from `BEGIN READ ONLY` to `ROLLBACK`, so that one round trip is enough.
    ///
    /// If `BEGIN` fails, the server skips all messages up to the first `Sync`, so that nothing runs
    /// outside a transaction. The `ROLLBACK` has its own `Sync`, so that it also runs after a
    /// statement that failed.
    pub(super) fn write(
        &self,
        preparation: &Preparation,
        dropped: &[Arc<str>],
        mode: &PoolingMode,
        out: &mut BytesMut,
    ) -> io::Result<()> {
        for name in dropped {
            frontend::close(b'S', name, out)?;
        }
        mode.begin(out)?;
        let name = match preparation {
            Preparation::Unnamed => "",
            Preparation::New(name) | Preparation::Existing(name, _) => name,
        };
        let is_new = !matches!(preparation, Preparation::Existing(..));
        if is_new {
            frontend::parse(name, self.sql.text(), [], out)?;
        }
        bind(name, self.parameters, out)?;
        if is_new {
            frontend::describe(b'P', "", out)?;
        }
        // One more row than wanted shows whether there are more. All rows are requested at once:
        // the server restarts its statement timeout with each `Execute`.
        let max_rows = self.max_rows.saturating_add(1);
        frontend::execute("", i32::try_from(max_rows).unwrap_or(i32::MAX), out)?;
        frontend::sync(out);
        mode.rollback(out)?;
        frontend::sync(out);
        Ok(())
    }
}

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
enum PreparedEntry {
    SentOnce,
    Prepared(Arc<str>, Arc<Columns>),
}

/// The statements that a connection has sent or prepared.
#[derive(Debug)]
pub(super) struct StatementCache {
    entries: LruCache<Box<str>, PreparedEntry>,
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
            Some(PreparedEntry::Prepared(name, columns)) => {
                Preparation::Existing(Arc::clone(name), Arc::clone(columns))
            }
            Some(PreparedEntry::SentOnce) => {
                self.count += 1;
                let name: Arc<str> = format!("s{}", self.count).into();
                // Taken back in `insert`, which a caller that is dropped never reaches.
                self.dropped.push(Arc::clone(&name));
                Preparation::New(name)
            }
            None => {
                self.put(sql, PreparedEntry::SentOnce);
                Preparation::Unnamed
            }
        }
    }

    /// Notes that the statement is now prepared under this name.
    pub(super) fn insert(&mut self, sql: &str, name: &Arc<str>, columns: &Arc<Columns>) {
        self.dropped.retain(|dropped| dropped != name);
        let prepared = PreparedEntry::Prepared(Arc::clone(name), Arc::clone(columns));
        self.put(sql, prepared);
    }

    /// Removes the statement, so that it is parsed again.
    pub(super) fn remove(&mut self, sql: &str) {
        if let Some(PreparedEntry::Prepared(name, _)) = self.entries.pop(sql) {
            self.dropped.push(name);
        }
    }

    /// Returns the names to close on the server, each of them once.
    pub(super) fn take_dropped(&mut self) -> Vec<Arc<str>> {
        std::mem::take(&mut self.dropped)
    }

    fn put(&mut self, sql: &str, entry: PreparedEntry) {
        let evicted = self.entries.push(sql.into(), entry);
        if let Some((text, PreparedEntry::Prepared(name, _))) = evicted
            && *text != *sql
        {
            self.dropped.push(name);
        }
    }
}
