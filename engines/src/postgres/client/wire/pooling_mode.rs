//! The mode of a pooler between this client and the server: [`PoolingMode`] and
//! [`StartupParameters`].

use std::io;

use bytes::BytesMut;
use postgres_protocol::{
    IsNull,
    message::frontend::{self, BindError},
};

use super::error::ConnectError;

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

/// The settings that every pooler accepts.
const ACCEPTED_BY_POOLERS: [&str; 4] = [
    "application_name",
    "client_encoding",
    "standard_conforming_strings",
    "DateStyle",
];

/// Which settings are sent when a session starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StartupParameters {
    /// All of them.
    All,
    /// Only those that a pooler accepts. PgBouncer, for instance, rejects all others.
    ForPooler,
}

impl StartupParameters {
    /// Returns the settings that are sent.
    pub(super) fn select<'a>(self, settings: &[(&'a str, String)]) -> Vec<(&'a str, String)> {
        let is_sent = |name: &str| self == Self::All || ACCEPTED_BY_POOLERS.contains(&name);
        let sent = settings.iter().filter(|(name, _)| is_sent(name));
        sent.cloned().collect()
    }

    /// Returns whether a pooler rejected the login because of a setting that it does not accept.
    pub(super) fn is_rejected(self, error: &ConnectError) -> bool {
        let is_unsupported = match error {
            ConnectError::Rejected { error, .. } => {
                error.message.contains("unsupported startup parameter")
            }
            _ => false,
        };
        self == Self::All && is_unsupported
    }
}

/// Writes a `Bind` message. Parameters and results are in text format.
///
/// A parameter of `None` is null.
pub(super) fn bind(
    statement: &str,
    parameters: &[Option<&str>],
    out: &mut BytesMut,
) -> io::Result<()> {
    let write = |parameter: &Option<&str>, out: &mut BytesMut| {
        let Some(text) = parameter else {
            return Ok(IsNull::Yes);
        };
        out.extend_from_slice(text.as_bytes());
        Ok(IsNull::No)
    };
    frontend::bind("", statement, [], parameters, write, [], out).map_err(|error| match error {
        BindError::Serialization(error) => error,
        BindError::Conversion(error) => io::Error::other(error),
    })
}
