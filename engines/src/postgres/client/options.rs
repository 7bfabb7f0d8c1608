//! [`DatabaseOptions`], and the [`Endpoint`] that a database is connected to at.

use std::{fmt, time::Duration};

use futures_util::future::BoxFuture;

use super::wire::{Address, ConnectError};

/// The size of the pool, and the timeouts of connections and statements.
#[derive(Debug, Clone)]
pub struct DatabaseOptions {
    /// How many idle connections are kept open.
    pub min_connections: usize,
    /// The maximum number of connections.
    pub max_connections: usize,
    /// How long connecting and logging in may take.
    pub connect_timeout: Duration,
    /// How long the server works on one statement.
    pub statement_timeout: Duration,
    /// How long a statement waits for a lock.
    pub lock_timeout: Duration,
}

impl Default for DatabaseOptions {
    fn default() -> Self {
        Self {
            min_connections: 5,
            max_connections: 20,
            connect_timeout: Duration::from_secs(5),
            statement_timeout: Duration::from_secs(30),
            lock_timeout: Duration::from_secs(5),
        }
    }
}

impl DatabaseOptions {
    /// Returns the settings of each session: the text formats that [`render`](super::super::render)
    /// expects, and guards that also hold for a transaction that was not begun as read-only.
    pub(super) fn settings(&self) -> Vec<(&'static str, String)> {
        let fixed = [
            ("application_name", "toolwright"),
            ("client_encoding", "UTF8"),
            // The guard scans strings as PostgreSQL does with this setting.
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

/// Returns the address of a server when a connection is opened.
///
/// A configured server returns it at once. The embedded one starts first.
pub trait Endpoint: Send + Sync + fmt::Debug {
    /// Returns the address to connect to now.
    fn address(&self) -> BoxFuture<'_, Result<Address, ConnectError>>;
}

impl Endpoint for Address {
    fn address(&self) -> BoxFuture<'_, Result<Address, ConnectError>> {
        Box::pin(std::future::ready(Ok(self.clone())))
    }
}
