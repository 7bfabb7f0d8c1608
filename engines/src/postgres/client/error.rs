//! [`QueryError`]: what a caller learns, and [`QueryFailure`], which says whether to try again.

use std::{
    io,
    time::{Duration, Instant},
};

use toolwright::tool::ErrorKind;

use super::wire::{ConnectError, Connection, ServerError};
use crate::postgres::render::RenderError;

/// The reason why a query has no result.
#[derive(Debug, thiserror::Error)]
pub enum QueryError {
    /// No connection could be opened.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// All connections were in use until the deadline.
    #[error("all {max_connections} connections to the database were in use for {waited:?}")]
    Busy {
        /// The size of the pool.
        max_connections: usize,
        /// How long the caller waited.
        waited: Duration,
    },
    /// The server reported an error.
    #[error(transparent)]
    Server(#[from] Box<ServerError>),
    /// The deadline passed, and the query was cancelled on the server.
    #[error("the query took too long and was cancelled")]
    Timeout,
    /// The connection was lost during the query.
    #[error("the connection to the database was lost: {0}")]
    Lost(io::Error),
    /// The server's messages do not follow PostgreSQL's protocol.
    #[error("the database does not follow PostgreSQL's protocol: {0}")]
    Protocol(String),
    /// The statement cannot be encoded, so nothing was sent.
    #[error("the statement cannot be sent: {0}")]
    Unsendable(io::Error),
    /// The statement is a `COPY`.
    #[error("`COPY` is not a query")]
    Copy,
    /// The text contains only comments and white space.
    #[error("the text contains no statement")]
    Empty,
    /// A value is far longer than what is returned of it. The query was cancelled.
    #[error(
        "a value of column `{column}` has {bytes} bytes: select a part of it, for instance `left({column}, 1000)`"
    )]
    HugeValue {
        /// The column.
        column: String,
        /// The length of the value.
        bytes: usize,
    },
    /// The result of one of our own statements is unexpectedly large.
    #[error("the result has more than {max_bytes} bytes or {max_rows} rows")]
    TooLarge {
        /// The limit of bytes.
        max_bytes: usize,
        /// The limit of rows.
        max_rows: usize,
    },
    /// The pool was closed.
    #[error("the connections to the database are closed")]
    Stopped,
}

impl QueryError {
    /// Returns the kind of the error: whether the query, the time or the database is at fault.
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Timeout => ErrorKind::Timeout,
            Self::Connect(_) | Self::Busy { .. } | Self::Lost(_) | Self::Stopped => {
                ErrorKind::ServiceUnavailable
            }
            _ => ErrorKind::ToolExecutionError,
        }
    }

    /// Converts an error of the socket.
    fn from_socket(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::InvalidData => Self::Protocol(error.to_string()),
            _ => Self::Lost(error),
        }
    }
}

impl From<RenderError> for QueryError {
    fn from(error: RenderError) -> Self {
        Self::Protocol(error.to_string())
    }
}

/// How soon a connection fails that was already dead before it was used.
const AT_ONCE: Duration = Duration::from_secs(1);

/// The reason why there is no result.
#[derive(Debug)]
pub(super) enum QueryFailure {
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
    pub(super) fn lost(self, connection: &mut Connection, error: io::Error) -> QueryFailure {
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
            true => QueryFailure::Dead(failure),
            false => QueryFailure::Final(failure),
        }
    }
}
