//! [`Failure`]: why there is no result, and whether another connection may give one.

use std::{
    io,
    time::{Duration, Instant},
};

use super::{
    error::QueryError,
    wire::{Connection, ServerError},
};

/// How soon a connection fails that was already dead before it was used.
const AT_ONCE: Duration = Duration::from_secs(1);

/// The reason why there is no result.
#[derive(Debug)]
pub(super) enum Failure {
    /// The connection was already dead. The query may succeed on another one.
    Dead(QueryError),
    /// The query failed, and would fail again.
    Final(QueryError),
}

/// The events since a query was sent.
#[derive(Debug)]
pub(super) struct Attempt {
    since: Instant,
    /// How many messages arrived. An error that is the only one may announce a shutdown of the
    /// server instead of being a response.
    pub(super) messages: usize,
    /// The first error that the server reported.
    pub(super) error: Option<Box<ServerError>>,
}

impl Attempt {
    /// Begins an attempt now.
    pub(super) fn begin() -> Self {
        Self {
            since: Instant::now(),
            messages: 0,
            error: None,
        }
    }

    /// Records an error that the server reported.
    pub(super) fn report(&mut self, error: Box<ServerError>) {
        self.error.get_or_insert(error);
    }

    /// Decides whether a broken connection was already dead before the query.
    pub(super) fn lost(self, connection: &mut Connection, error: io::Error) -> Failure {
        connection.mark_broken();
        let is_quick = self.since.elapsed() < AT_ONCE;
        let is_silent = !connection.has_received();
        let is_shutdown =
            self.messages == 1 && self.error.as_ref().is_some_and(|e| e.is_shutdown());
        let failure = match self.error {
            Some(error) => QueryError::Server(error),
            None => QueryError::from_socket(error),
        };
        match is_quick && (is_silent || is_shutdown) {
            true => Failure::Dead(failure),
            false => Failure::Final(failure),
        }
    }
}
