//! The proof that a statement was checked.

/// A statement that only reads. [`Gate::check`](super::Gate::check) alone makes one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReadStatement {
    sql: String,
}

impl ReadStatement {
    /// For the gate, after its last rule.
    pub(super) fn checked(sql: &str) -> Self {
        Self {
            sql: sql.to_owned(),
        }
    }

    /// The text, as it was given.
    pub(crate) fn sql(&self) -> &str {
        &self.sql
    }
}
