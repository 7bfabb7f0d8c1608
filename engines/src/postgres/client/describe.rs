//! [`StatementDescription`]: what a statement takes and returns, as the server sees it.

use std::io;

use super::{
    error::{Attempt, QueryError, QueryFailure},
    wire::{Connection, ServerError, ServerMessage, Sql, description},
};
use crate::postgres::render::{Columns, TypeInfo};

/// The types of a statement's parameters, and its columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementDescription {
    /// The types of `$1`, `$2`, ….
    pub parameters: Vec<TypeInfo>,
    /// The columns of the result, in their order.
    pub columns: Vec<ResultColumn>,
}

/// A column of the result that a statement would have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultColumn {
    /// The key of the column in a record. Of several columns with the same name, the second `id` is
    /// called `id_2`.
    pub name: String,
    /// The type of its values.
    pub value_type: TypeInfo,
}

/// A description whose types are not looked up yet.
#[derive(Debug, Default)]
pub(super) struct Description {
    pub(super) parameters: Vec<u32>,
    pub(super) columns: Columns,
}

/// Asks the server what a statement takes and returns, without running it.
pub(super) async fn describe(
    connection: &mut Connection,
    sql: Sql<'_>,
) -> Result<Description, QueryFailure> {
    let mut attempt = Attempt::begin();
    let received = exchange(connection, sql, &mut attempt).await;
    match (received, attempt.error.take()) {
        (Ok(description), None) => Ok(description),
        (Ok(_), Some(error)) if error.code == ServerError::NO_STATEMENT => {
            connection.mark_broken();
            Err(QueryFailure::Dead(QueryError::Server(error)))
        }
        (Ok(_), Some(error)) => Err(QueryFailure::Final(QueryError::Server(error))),
        (Err(error), _) if error.kind() == io::ErrorKind::InvalidInput => {
            Err(QueryFailure::Final(QueryError::Unsendable(error)))
        }
        (Err(error), reported) => {
            attempt.error = reported;
            Err(attempt.lost(connection, error))
        }
    }
}

async fn exchange(
    connection: &mut Connection,
    sql: Sql<'_>,
    attempt: &mut Attempt,
) -> io::Result<Description> {
    connection.send_description(sql).await?;
    let mut found = Description::default();
    loop {
        let message = connection.next().await?;
        attempt.messages += 1;
        match message {
            ServerMessage::Ready if connection.pending_ready() == 0 => return Ok(found),
            ServerMessage::Ready => {}
            ServerMessage::Error(error) => attempt.report(error),
            // `ParameterDescription` and `RowDescription`.
            ServerMessage::Other(b't') => {
                let body = connection.stream().body().await?;
                found.parameters = description::parse_parameters(body)?;
            }
            ServerMessage::Other(b'T') => {
                found.columns = description::parse(connection.stream().body().await?)?;
            }
            // `ParseComplete`, `BindComplete`, `CommandComplete` and `NoData`.
            ServerMessage::Other(b'1' | b'2' | b'C' | b'n') => {}
            ServerMessage::Other(_) => {
                let message = "a message is unexpected";
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
        }
    }
}
