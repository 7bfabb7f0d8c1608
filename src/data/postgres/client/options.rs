//! [`DatabaseOptions`]: how many connections there are, and what the server is told at the start of each.

use std::time::Duration;

/// How a database is used.
#[derive(Debug, Clone)]
pub(crate) struct DatabaseOptions {
    /// How many connections are kept when there is nothing to do.
    pub(crate) kept: usize,
    /// How many connections there are at most.
    pub(crate) most: usize,
    /// How long a connection may take until it is there.
    pub(crate) connect_timeout: Duration,
    /// How long the server works on one statement.
    pub(crate) statement_timeout: Duration,
    /// How long a statement waits for a lock.
    pub(crate) lock_timeout: Duration,
}

impl Default for DatabaseOptions {
    fn default() -> Self {
        Self {
            kept: 5,
            most: 20,
            connect_timeout: Duration::from_secs(5),
            statement_timeout: Duration::from_secs(30),
            lock_timeout: Duration::from_secs(5),
        }
    }
}

impl DatabaseOptions {
    /// What each session begins with: the forms in which values are read here, and the guards, so that a transaction that was not
    /// opened as it should be is still one that only reads.
    pub(super) fn settings(&self) -> Vec<(&'static str, String)> {
        let fixed = [
            ("application_name", "toolwright"),
            ("client_encoding", "UTF8"),
            // The gate reads backslashes in plain strings as PostgreSQL does with this.
            ("standard_conforming_strings", "on"),
            ("DateStyle", "ISO, YMD"),
            ("IntervalStyle", "iso_8601"),
            ("bytea_output", "hex"),
            ("extra_float_digits", "1"),
            ("default_transaction_read_only", "on"),
        ];
        let times = [
            ("statement_timeout", self.statement_timeout),
            ("lock_timeout", self.lock_timeout),
            (
                "idle_in_transaction_session_timeout",
                self.statement_timeout,
            ),
        ];
        let times = times.map(|(name, time)| (name, time.as_millis().to_string()));
        fixed
            .into_iter()
            .map(|(name, value)| (name, value.to_owned()))
            .chain(times)
            .collect()
    }
}
