//! [`ReadStatement`]: the proof that a statement was checked.

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
