//! The check of a caller's statement before it is sent.
//!
//! [`StatementChecker::check`] fails closed. A statement passes if it parses without errors as
//! exactly one read (`SELECT`, `WITH … SELECT`, `VALUES`, `TABLE`, `SHOW`, `EXPLAIN` without
//! `ANALYZE`), contains no other statement, `INTO` or locking clause at any depth, and names
//! nothing of the denied [families](Family). Functions that users define are not known here; the
//! role's privileges, the read-only transaction and the timeouts hold those.
//!
//! The parser is `squawk-syntax`, PostgreSQL's grammar in Rust. It accepts reads that `sqlparser`
//! rejects (`TABLE t`, `ROWS FROM`, `SEARCH DEPTH FIRST`, `xmlelement`), and it reports errors
//! where PostgreSQL does. It assumes `standard_conforming_strings`, which each connection sets.

mod checker;
mod denied_names;
mod names;
mod nesting;
mod refusal;
mod scanner;
mod settings;
mod syntax_tree;
#[cfg(test)]
mod tests;

pub use checker::{ReadStatement, StatementChecker};
pub(super) use denied_names::functions;
pub(super) use refusal::Family;
