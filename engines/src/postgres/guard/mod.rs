//! The guards between a caller's SQL and the database.
//!
//! - [`StatementChecker`] lets only single statements pass that read. What passes is a
//!   [`ReadStatement`], and the [client](super::client) takes nothing else from a caller.
//! - [`role_findings`] reports what the login role could do beyond reading.
//! - [`setup_sql()`] creates a role that can only read.
//!
//! The read-only transaction and the timeouts are the client's. No guard relies on another.

mod role_check;
mod setup_sql;
mod statement;
#[cfg(test)]
mod tests;

pub use role_check::{ROLE_CHECK_SQL, Severity, role_findings};
pub use setup_sql::setup_sql;
pub use statement::{ReadStatement, StatementChecker};
