//! [`StatementChecker`]: checks statements, and proves by a [`ReadStatement`] that it did.

use std::{
    collections::HashSet,
    fmt,
    num::NonZeroUsize,
    sync::{Arc, Mutex},
};

use lru::LruCache;
use toolwright_base::lock;

use super::{
    names, nesting,
    refusal::{self, Refusal},
    scanner::{self, Token},
    settings, syntax_tree,
};

/// The longest statement, in bytes. People write shorter ones.
const MAX_BYTES: usize = 256 << 10;

/// Checks statements before they are sent. Clones share a cache of statements that passed.
#[derive(Debug, Clone, Default)]
pub struct StatementChecker {
    allowed: HashSet<String>,
    cache: Arc<CheckCache>,
}

impl StatementChecker {
    /// Creates a checker that allows these functions although their families are denied.
    ///
    /// The schema in front of a name is ignored.
    pub fn new(allowed: &[String]) -> Self {
        let name = |name: &String| {
            let name = name.rsplit('.').next().unwrap_or_default();
            name.trim().to_ascii_lowercase()
        };
        Self {
            allowed: allowed.iter().map(name).collect(),
            cache: Arc::default(),
        }
    }

    /// Checks that a statement only reads.
    ///
    /// # Errors
    /// The reason why it is refused.
    pub fn check(&self, sql: &str) -> Result<ReadStatement, Refusal> {
        if !self.cache.contains(sql) {
            self.examine(sql)?;
            self.cache.insert(sql);
        }
        Ok(ReadStatement::checked(sql))
    }

    fn examine(&self, sql: &str) -> Result<(), Refusal> {
        if sql.len() > MAX_BYTES {
            return Err(Refusal::TooLong {
                bytes: sql.len(),
                max: MAX_BYTES,
            });
        }
        if sql.contains('\0') {
            return Err(Refusal::Zero);
        }
        let tokens = scanner::scan(sql).map_err(|open| {
            refusal::refusal_near(sql, open.message, Some(&sql[open.start..]), open.start)
        })?;
        let nesting = nesting::measure(&tokens)?;
        let significant: Vec<_> = tokens
            .iter()
            .copied()
            .filter(Token::is_significant)
            .collect();
        if significant.iter().all(|token| token.is_mark(";")) {
            return Err(Refusal::Empty);
        }
        syntax_tree::check(sql, &tokens, nesting)?;
        one_statement(&significant)?;
        settings::check(&significant)?;
        names::check(&significant, &self.allowed)
    }
}

/// Checks that only semicolons follow the statement. The syntax tree is checked for this too.
fn one_statement(tokens: &[Token<'_>]) -> Result<(), Refusal> {
    let is_end = |token: &&Token<'_>| token.is_mark(";");
    let statement = tokens.iter().skip_while(is_end);
    let mut rest = statement.skip_while(|token| !is_end(token));
    match rest.find(|token| !is_end(token)) {
        Some(_) => Err(Refusal::Several),
        None => Ok(()),
    }
}

/// A statement that only reads.
///
/// Only [`StatementChecker::check`](super::StatementChecker::check) creates one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadStatement {
    sql: String,
}

impl ReadStatement {
    /// Creates the proof. Only the checker calls this, after its last rule.
    pub(super) fn checked(sql: &str) -> Self {
        Self {
            sql: sql.to_owned(),
        }
    }

    /// Returns the text of the statement, unchanged.
    pub(crate) fn sql(&self) -> &str {
        &self.sql
    }
}

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
