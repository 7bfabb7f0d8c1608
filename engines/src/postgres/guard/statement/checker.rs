//! [`StatementChecker`]: applies all rules to a statement.

use std::{collections::HashSet, sync::Arc};

use super::{
    cache::CheckCache,
    names, nesting,
    read_statement::ReadStatement,
    refusal::Refusal,
    scanner::{self, Token},
    settings, syntax_error, syntax_tree,
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
            syntax_error::refusal_near(sql, open.message, Some(&sql[open.start..]), open.start)
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
