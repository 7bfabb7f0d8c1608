//! [`Frame`]: what surrounds each statement, so that it can only read and its answer comes in the forms that are read here.

use std::io;

use bytes::BytesMut;
use postgres_protocol::message::frontend;

use super::query::bind;

const BEGIN: &str = "BEGIN READ ONLY";
const END: &str = "ROLLBACK";
/// The names under which a session of our own knows them.
const BEGIN_NAME: &str = "begin";
const END_NAME: &str = "end";

/// What the settings of a session are for, where it is not ours alone: its client, which the pooler keeps track of, and the guard
/// that every transaction has anyway.
const OF_SESSIONS: [&str; 3] = [
    "application_name",
    "client_encoding",
    "default_transaction_read_only",
];

/// What surrounds each statement.
#[derive(Debug)]
pub(super) enum Frame {
    /// The session is ours: it has its settings, and what opens and ends a transaction is prepared.
    Prepared,
    /// The session is lent for one transaction at a time, by a pooler between us and the server. Nothing is left behind in it, so each
    /// transaction begins with these settings.
    Spelled(Vec<String>),
}

impl Frame {
    /// The frame in a session that may not be ours, with these settings.
    pub(super) fn spelled(settings: &[(&str, String)]) -> Self {
        let settings = settings
            .iter()
            .filter(|(name, _)| !OF_SESSIONS.contains(name));
        let spelled = settings.map(|(name, value)| format!("SET LOCAL {name} = '{value}'"));
        Self::Spelled(spelled.collect())
    }

    /// Whether the session keeps what is prepared in it.
    pub(super) const fn keeps_statements(&self) -> bool {
        matches!(self, Self::Prepared)
    }

    /// Prepares what opens and what ends each transaction.
    pub(super) fn prepare(out: &mut BytesMut) -> io::Result<()> {
        frontend::parse(BEGIN_NAME, BEGIN, [], out)?;
        frontend::parse(END_NAME, END, [], out)?;
        frontend::sync(out);
        Ok(())
    }

    /// Opens the transaction.
    pub(super) fn open(&self, out: &mut BytesMut) -> io::Result<()> {
        match self {
            Self::Prepared => run(BEGIN_NAME, out),
            Self::Spelled(settings) => {
                run_text(BEGIN, out)?;
                settings
                    .iter()
                    .try_for_each(|setting| run_text(setting, out))
            }
        }
    }

    /// Ends the transaction.
    pub(super) fn end(&self, out: &mut BytesMut) -> io::Result<()> {
        match self {
            Self::Prepared => run(END_NAME, out),
            Self::Spelled(_) => run_text(END, out),
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
