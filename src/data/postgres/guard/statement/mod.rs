//! The gate in front of the database: what passes only reads, and says so by its type.
//!
//! [`Gate::check`] fails closed. A statement passes when it parses without a complaint as exactly one read (`SELECT`, `WITH … SELECT`,
//! `VALUES`, `TABLE`, `SHOW`, `EXPLAIN` without `ANALYZE`), holds no other statement, `INTO` or locking clause at any depth, and names
//! nothing of the denied [families](Family). It is one guard of several: the role's privileges, the read-only transaction and the
//! time limit hold what a list of names cannot know, such as functions of the user's own.
//!
//! The parser is `squawk-syntax`, PostgreSQL's grammar in Rust: it takes what `sqlparser` refuses of valid reads (`TABLE t`,
//! `ROWS FROM`, `SEARCH DEPTH FIRST`, `xmlelement`), and its complaints stand where PostgreSQL's do. It relies on
//! `standard_conforming_strings`, so the connection sets that.

mod cache;
mod denied_names;
mod family;
mod names;
mod nesting;
mod read_statement;
mod refusal;
mod scanner;
mod syntax_error;
mod syntax_tree;
#[cfg(test)]
mod tests;

pub(super) use denied_names::functions;
pub(super) use family::Family;
pub(crate) use read_statement::ReadStatement;
pub(crate) use refusal::Refusal;

use std::{collections::HashSet, sync::Arc};

use cache::Passed;

/// More than any statement that somebody reads.
const MOST_BYTES: usize = 256 << 10;

/// Checks statements before they are sent.
#[derive(Debug, Clone, Default)]
pub(crate) struct Gate {
    allowed: HashSet<String>,
    passed: Arc<Passed>,
}

impl Gate {
    /// A gate that lets these functions pass although their families are denied. A schema in front of a name is ignored.
    pub(crate) fn new(allowed: &[String]) -> Self {
        let name = |name: &String| {
            let name = name.rsplit('.').next().unwrap_or_default();
            name.trim().to_ascii_lowercase()
        };
        Self {
            allowed: allowed.iter().map(name).collect(),
            passed: Arc::default(),
        }
    }

    /// Proves that a statement only reads, or says why it is not run.
    pub(crate) fn check(&self, sql: &str) -> Result<ReadStatement, Refusal> {
        if !self.passed.has(sql) {
            self.examine(sql)?;
            self.passed.remember(sql);
        }
        Ok(ReadStatement::checked(sql))
    }

    fn examine(&self, sql: &str) -> Result<(), Refusal> {
        if sql.len() > MOST_BYTES {
            return Err(Refusal::TooLong {
                bytes: sql.len(),
                most: MOST_BYTES,
            });
        }
        if sql.contains('\0') {
            return Err(Refusal::Zero);
        }
        let tokens = scanner::scan(sql).map_err(|open| {
            syntax_error::refusal_near(sql, open.what, Some(&sql[open.start..]), open.start)
        })?;
        let nesting = nesting::measure(&tokens)?;
        let significant: Vec<_> = tokens
            .iter()
            .copied()
            .filter(scanner::Token::is_significant)
            .collect();
        if significant.iter().all(|token| token.is_mark(";")) {
            return Err(Refusal::Empty);
        }
        syntax_tree::check(sql, &tokens, nesting)?;
        one_statement(&significant)?;
        names::check(&significant, &self.allowed)
    }
}

/// Nothing comes after the semicolon that ends it. The tree says so too.
fn one_statement(tokens: &[scanner::Token<'_>]) -> Result<(), Refusal> {
    let is_end = |token: &&scanner::Token<'_>| token.is_mark(";");
    let statement = tokens.iter().skip_while(is_end);
    let mut rest = statement.skip_while(|token| !is_end(token));
    match rest.find(|token| !is_end(token)) {
        Some(_) => Err(Refusal::Several),
        None => Ok(()),
    }
}
