//! [`PoolingMode`]: whether the server's session belongs to the connection or only to a
//! transaction.
//!
//! A pooler between us and the server, such as PgBouncer with `pool_mode = transaction`, gives a
//! connection another session for each transaction. Nothing may be left behind in such a session.

use std::io;

use bytes::BytesMut;
use postgres_protocol::message::frontend;

use super::bind::bind;

const BEGIN: &str = "BEGIN READ ONLY";
const ROLLBACK: &str = "ROLLBACK";
/// The names of the prepared statements, in a session that belongs to the connection.
const BEGIN_NAME: &str = "begin";
const ROLLBACK_NAME: &str = "end";

/// The settings that a transaction does not need. The pooler keeps track of the first two, and
/// every transaction is read-only anyway.
const NOT_PER_TRANSACTION: [&str; 3] = [
    "application_name",
    "client_encoding",
    "default_transaction_read_only",
];

/// How long the connection keeps the same session on the server.
#[derive(Debug)]
pub(super) enum PoolingMode {
    /// As long as it is open. The session keeps its settings and prepared statements.
    Session,
    /// For one transaction at a time. Each begins with these `SET LOCAL` statements.
    Transaction(Vec<String>),
}

impl PoolingMode {
    /// Creates the mode for a connection through a pooler, with these settings.
    pub(super) fn transaction(settings: &[(&str, String)]) -> Self {
        let settings = settings
            .iter()
            .filter(|(name, _)| !NOT_PER_TRANSACTION.contains(name));
        let statements = settings.map(|(name, value)| format!("SET LOCAL {name} = '{value}'"));
        Self::Transaction(statements.collect())
    }

    /// Returns whether the session keeps prepared statements.
    pub(super) const fn keeps_statements(&self) -> bool {
        matches!(self, Self::Session)
    }

    /// Writes the messages that prepare `BEGIN` and `ROLLBACK`.
    pub(super) fn prepare(out: &mut BytesMut) -> io::Result<()> {
        frontend::parse(BEGIN_NAME, BEGIN, [], out)?;
        frontend::parse(ROLLBACK_NAME, ROLLBACK, [], out)?;
        frontend::sync(out);
        Ok(())
    }

    /// Writes the messages that begin a read-only transaction.
    pub(super) fn begin(&self, out: &mut BytesMut) -> io::Result<()> {
        match self {
            Self::Session => run(BEGIN_NAME, out),
            Self::Transaction(settings) => {
                run_text(BEGIN, out)?;
                settings
                    .iter()
                    .try_for_each(|setting| run_text(setting, out))
            }
        }
    }

    /// Writes the messages that roll the transaction back.
    pub(super) fn rollback(&self, out: &mut BytesMut) -> io::Result<()> {
        match self {
            Self::Session => run(ROLLBACK_NAME, out),
            Self::Transaction(_) => run_text(ROLLBACK, out),
        }
    }
}

fn run_text(sql: &str, out: &mut BytesMut) -> io::Result<()> {
    frontend::parse("", sql, [], out)?;
    run("", out)
}

fn run(name: &str, out: &mut BytesMut) -> io::Result<()> {
    bind(name, &[], out)?;
    frontend::execute("", 0, out)
}
