//! Running one query in a transaction of its own, and reading its result.
//!
//! Everything from `BEGIN READ ONLY` to `ROLLBACK` is sent at once, so it takes one round trip.

use std::{io, sync::Arc};

use super::{
    error::{Attempt, QueryError, QueryFailure},
    wire::{
        Connection, Preparation, Query, ServerError, ServerMessage,
        data_row::{self, RowError},
        description,
    },
};
use crate::postgres::render::{Buffer, Columns, ReadLimits, Rows, TypeCache};

/// Runs a query, and reads its result within the limits.
///
/// If the result is longer than the limits, the rest of it is still to be read from the connection
/// when this returns. The rows are rendered as JSON if all their types are known. Without a type
/// cache they are kept as received.
pub(super) async fn run(
    connection: &mut Connection,
    query: &Query<'_>,
    limits: &ReadLimits,
    types: Option<&TypeCache>,
) -> Result<Rows, QueryFailure> {
    let first = Transaction::new(query, limits, types);
    match first.run(connection, true).await {
        Err(Interruption::StaleStatement) => {
            connection.forget_statement(query.sql);
            let second = Transaction::new(query, limits, types);
            second
                .run(connection, false)
                .await
                .map_err(Interruption::into_failure)
        }
        other => other.map_err(Interruption::into_failure),
    }
}

enum Interruption {
    /// The statement was prepared when its columns had other types.
    StaleStatement,
    Failed(QueryFailure),
}

impl Interruption {
    fn into_failure(self) -> QueryFailure {
        match self {
            Self::Failed(failure) => failure,
            Self::StaleStatement => {
                QueryFailure::Final(QueryError::Protocol("a prepared statement is stale".into()))
            }
        }
    }
}

impl From<QueryFailure> for Interruption {
    fn from(failure: QueryFailure) -> Self {
        Self::Failed(failure)
    }
}

impl From<QueryError> for Interruption {
    fn from(error: QueryError) -> Self {
        Self::Failed(QueryFailure::Final(error))
    }
}

/// A query that is running, and what has arrived of its result.
struct Transaction<'a> {
    query: &'a Query<'a>,
    limits: &'a ReadLimits,
    types: Option<&'a TypeCache>,
    attempt: Attempt,
    preparation: Preparation,
    rows: Option<Rows>,
    is_empty: bool,
}

impl<'a> Transaction<'a> {
    fn new(query: &'a Query<'a>, limits: &'a ReadLimits, types: Option<&'a TypeCache>) -> Self {
        Self {
            query,
            limits,
            types,
            attempt: Attempt::begin(),
            preparation: Preparation::Unnamed,
            rows: None,
            is_empty: false,
        }
    }

    async fn run(
        mut self,
        connection: &mut Connection,
        may_prepare: bool,
    ) -> Result<Rows, Interruption> {
        self.preparation = match connection.send(self.query, may_prepare).await {
            Ok(preparation) => preparation,
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
                return Err(QueryError::Unsendable(error).into());
            }
            Err(error) => return Err(self.attempt.lost(connection, error).into()),
        };
        if let Preparation::Existing(_, columns) = &self.preparation {
            self.rows = Some(self.rows_with(Arc::clone(columns)));
        }
        match self.receive(connection).await {
            Ok(()) => self.finish(connection),
            Err(ReceiveError::Socket(error)) => Err(self.attempt.lost(connection, error).into()),
            Err(ReceiveError::Copy) => Err(QueryError::Copy.into()),
            Err(ReceiveError::Huge { column, bytes }) => {
                let columns = self.rows.as_ref().map(Rows::columns);
                let name = columns.and_then(|columns| columns.names().nth(column));
                let column = name.unwrap_or_default().to_owned();
                Err(QueryError::HugeValue { column, bytes }.into())
            }
        }
    }

    /// Reads messages until the result is complete or a limit is reached.
    async fn receive(&mut self, connection: &mut Connection) -> Result<(), ReceiveError> {
        loop {
            if let Some(rows) = &mut self.rows {
                while let Some(body) = connection.stream().next_if(b'D') {
                    data_row::read_buffered(body, rows)?;
                    if rows.is_full() {
                        return Ok(());
                    }
                }
            }
            let message = connection.next().await?;
            self.attempt.messages += 1;
            match message {
                ServerMessage::Ready if connection.pending_ready() == 0 => return Ok(()),
                ServerMessage::Ready => self.check_transaction(connection),
                ServerMessage::Error(error) => self.fail(error),
                ServerMessage::Other(tag) => self.message(tag, connection).await?,
            }
            if self.rows.as_ref().is_some_and(Rows::is_full) {
                return Ok(());
            }
        }
    }

    /// Gives the connection up if the statement ended the transaction: it may have done anything.
    fn check_transaction(&self, connection: &mut Connection) {
        if self.attempt.error.is_none() && !connection.is_in_transaction() {
            connection.mark_broken();
        }
    }

    fn fail(&mut self, error: Box<ServerError>) {
        self.rows = None;
        self.attempt.report(error);
    }

    async fn message(&mut self, tag: u8, connection: &mut Connection) -> Result<(), ReceiveError> {
        match tag {
            // `RowDescription` and `NoData`.
            b'T' => {
                let columns = description::parse(connection.stream().body().await?)?;
                self.describe(Arc::new(columns), connection);
            }
            b'n' => self.describe(Arc::default(), connection),
            // `DataRow`.
            b'D' => match &mut self.rows {
                Some(rows) => data_row::read_streamed(connection.stream(), rows).await?,
                None => return Err(self.unexpected(connection)),
            },
            // `EmptyQueryResponse`.
            b'I' => self.is_empty = true,
            // `CopyInResponse`, `CopyOutResponse` and `CopyBothResponse`.
            b'G' | b'H' | b'W' => {
                connection.mark_broken();
                return Err(ReceiveError::Copy);
            }
            // `ParseComplete`, `BindComplete`, `CloseComplete`, `CommandComplete`, `PortalSuspended`.
            b'1' | b'2' | b'3' | b'C' | b's' => {}
            _ => return Err(self.unexpected(connection)),
        }
        Ok(())
    }

    fn unexpected(&self, connection: &mut Connection) -> ReceiveError {
        connection.mark_broken();
        let error = io::Error::new(io::ErrorKind::InvalidData, "a message is unexpected");
        ReceiveError::Socket(error)
    }

    fn describe(&mut self, columns: Arc<Columns>, connection: &mut Connection) {
        if let Preparation::New(name) = &self.preparation {
            connection.cache_statement(self.query.sql, name, &columns);
        }
        self.rows = Some(self.rows_with(columns));
    }

    fn rows_with(&self, columns: Arc<Columns>) -> Rows {
        let types = self
            .types
            .and_then(|types| types.get_all(columns.type_oids()));
        let buffer = match types {
            Some(types) => Buffer::json(types.into_iter().map(|found| found.form).collect()),
            None => Buffer::raw(),
        };
        Rows::new(columns, *self.limits, buffer)
    }

    fn finish(self, connection: &mut Connection) -> Result<Rows, Interruption> {
        match (self.attempt.error, self.rows) {
            (Some(error), _) => Err(failed(error, &self.preparation, connection)),
            (None, _) if self.is_empty => Err(QueryError::Empty.into()),
            (None, Some(rows)) => Ok(rows),
            (None, None) => {
                connection.mark_broken();
                Err(QueryError::Protocol("there is no result".into()).into())
            }
        }
    }
}

fn failed(
    error: Box<ServerError>,
    preparation: &Preparation,
    connection: &mut Connection,
) -> Interruption {
    match error.code.as_str() {
        ServerError::CACHED_PLAN_CHANGED if matches!(preparation, Preparation::Existing(..)) => {
            Interruption::StaleStatement
        }
        // All prepared statements of the session were removed, perhaps also `BEGIN`.
        ServerError::NO_STATEMENT => {
            connection.mark_broken();
            Interruption::Failed(QueryFailure::Dead(QueryError::Server(error)))
        }
        _ => QueryError::Server(error).into(),
    }
}

/// The reason why the result was not read completely.
enum ReceiveError {
    Socket(io::Error),
    Copy,
    Huge { column: usize, bytes: usize },
}

impl From<RowError> for ReceiveError {
    fn from(error: RowError) -> Self {
        match error {
            RowError::Socket(error) => Self::Socket(error),
            RowError::Huge { column, bytes } => Self::Huge { column, bytes },
        }
    }
}

impl From<io::Error> for ReceiveError {
    fn from(error: io::Error) -> Self {
        Self::Socket(error)
    }
}
