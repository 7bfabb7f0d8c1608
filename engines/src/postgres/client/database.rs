//! [`Database`]: runs queries, each on any connection of the pool.

use std::{sync::Arc, time::Instant};

use tokio::time::{error::Elapsed, timeout_at};

use super::{
    describe::{self, ResultColumn, StatementDescription},
    error::{QueryError, QueryFailure},
    options::{DatabaseOptions, Endpoint},
    pool::{Pool, PoolStatus, PooledConnection},
    transaction,
    wire::{Query, Sql},
};
use crate::postgres::{
    guard::ReadStatement,
    render::{ReadLimits, Rows, TYPES_SQL, Table, TypeCache, TypeInfo},
};

/// The limits of queries of our own.
const OWN_MAX_ROWS: usize = 100_000;
const OWN_MAX_BYTES: usize = 32 << 20;

/// A database. It is cheap to create and to clone. Connections are opened by the first query.
#[derive(Debug, Clone)]
pub struct Database {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    pool: Pool,
    types: TypeCache,
    options: DatabaseOptions,
}

impl Database {
    /// Creates the database behind this endpoint.
    pub fn new(endpoint: Arc<dyn Endpoint>, options: DatabaseOptions) -> Self {
        Self {
            shared: Arc::new(Shared {
                pool: Pool::new(endpoint, &options),
                types: TypeCache::new(),
                options,
            }),
        }
    }

    /// Runs a checked statement in a read-only transaction that is always rolled back.
    ///
    /// Dropping the future cancels the query on the server.
    ///
    /// # Errors
    /// If the server reports an error, or there is no result before the deadline.
    pub async fn read(
        &self,
        statement: &ReadStatement,
        limits: &ReadLimits,
    ) -> Result<Table, QueryError> {
        self.read_with(statement, &[], limits).await
    }

    /// Runs a checked statement like [`read`](Self::read), with texts for `$1`, `$2`, ….
    ///
    /// Parameters are bound, so that no text can change the statement. `None` is null.
    ///
    /// # Errors
    /// As for [`read`](Self::read), and if a text is not a value of its parameter's type.
    pub async fn read_with(
        &self,
        statement: &ReadStatement,
        parameters: &[Option<&str>],
        limits: &ReadLimits,
    ) -> Result<Table, QueryError> {
        self.read_sql(Sql::Checked(statement), parameters, limits)
            .await
    }

    /// Asks the server for the types of a checked statement's parameters, and for its columns.
    ///
    /// The statement is parsed, but not run.
    ///
    /// # Errors
    /// If the server refuses the statement, for instance because a table does not exist, or does
    /// not answer before the deadline.
    pub async fn describe(
        &self,
        statement: &ReadStatement,
        deadline: Instant,
    ) -> Result<StatementDescription, QueryError> {
        let sql = Sql::Checked(statement);
        let found = loop {
            let mut connection = self.shared.pool.get(deadline).await?;
            let result = timeout_at(deadline.into(), describe::describe(&mut connection, sql));
            let result = result.await;
            if let Some(found) = self.settle(result, connection.is_reused(), deadline) {
                break found?;
            }
        };
        let columns = found.columns.type_oids();
        let oids = found.parameters.iter().copied().chain(columns);
        let mut types = self.types_of(oids, deadline).await?;
        let value_types = types.split_off(found.parameters.len());
        let columns = found.columns.names().zip(value_types);
        let columns = columns.map(|(name, value_type)| ResultColumn {
            name: name.to_owned(),
            value_type,
        });
        Ok(StatementDescription {
            parameters: types,
            columns: columns.collect(),
        })
    }

    /// Runs a statement like [`read`](Self::read).
    pub(in crate::postgres) async fn read_sql(
        &self,
        sql: Sql<'_>,
        parameters: &[Option<&str>],
        limits: &ReadLimits,
    ) -> Result<Table, QueryError> {
        let query = Query {
            sql,
            parameters,
            max_rows: limits.rows,
        };
        let types = Some(&self.shared.types);
        let (rows, connection) = self.run(&query, limits, types).await?;
        // Holding one connection while waiting for a second one could deadlock.
        drop(connection);
        let oids = rows.columns().type_oids();
        let types = self.types_of(oids, limits.deadline).await?;
        Ok(rows.into_table(types)?)
    }

    /// Runs a statement of our own, with texts for `$1`, `$2`, …, and returns its values as text.
    ///
    /// # Errors
    /// If the server reports an error, or the result is unexpectedly large.
    pub async fn query(
        &self,
        sql: &'static str,
        parameters: &[&str],
    ) -> Result<Vec<Vec<Option<String>>>, QueryError> {
        let deadline = Instant::now() + self.shared.options.statement_timeout;
        self.query_until(sql, parameters, deadline).await
    }

    async fn query_until(
        &self,
        sql: &'static str,
        parameters: &[&str],
        deadline: Instant,
    ) -> Result<Vec<Vec<Option<String>>>, QueryError> {
        let limits = ReadLimits {
            rows: OWN_MAX_ROWS,
            bytes: OWN_MAX_BYTES,
            cell_bytes: OWN_MAX_BYTES,
            deadline,
        };
        let parameters: Vec<_> = parameters.iter().copied().map(Some).collect();
        let query = Query {
            sql: Sql::Constant(sql),
            parameters: &parameters,
            max_rows: limits.rows,
        };
        let (rows, _) = self.run(&query, &limits, None).await?;
        rows.into_texts().ok_or(QueryError::TooLarge {
            max_bytes: OWN_MAX_BYTES,
            max_rows: OWN_MAX_ROWS,
        })
    }

    /// Runs the query on any connection, and on another one if that was already dead.
    ///
    /// A server that restarted has closed all connections. A new connection is not tried twice.
    async fn run(
        &self,
        query: &Query<'_>,
        limits: &ReadLimits,
        types: Option<&TypeCache>,
    ) -> Result<(Rows, PooledConnection), QueryError> {
        loop {
            let mut connection = self.shared.pool.get(limits.deadline).await?;
            let result = transaction::run(&mut connection, query, limits, types);
            let result = timeout_at(limits.deadline.into(), result).await;
            if let Some(rows) = self.settle(result, connection.is_reused(), limits.deadline) {
                return rows.map(|rows| (rows, connection));
            }
        }
    }

    /// Returns the final outcome of an attempt, or `None` if another connection is to be tried.
    fn settle<T>(
        &self,
        result: Result<Result<T, QueryFailure>, Elapsed>,
        is_reused: bool,
        deadline: Instant,
    ) -> Option<Result<T, QueryError>> {
        Some(match result {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(QueryFailure::Dead(error))) if is_reused => {
                tracing::debug!("retrying on another connection: {error}");
                self.shared.pool.remove_dead();
                return None;
            }
            // On a busy machine, the server's timeout may arrive before ours fires.
            Ok(Err(QueryFailure::Final(QueryError::Server(error))))
                if error.is_cancelled() && deadline <= Instant::now() =>
            {
                Err(QueryError::Timeout)
            }
            Ok(Err(QueryFailure::Dead(error) | QueryFailure::Final(error))) => Err(error),
            Err(_) => Err(QueryError::Timeout),
        })
    }

    /// Returns the types with these OIDs, and queries those that are not cached.
    async fn types_of(
        &self,
        oids: impl Iterator<Item = u32> + Clone,
        deadline: Instant,
    ) -> Result<Vec<TypeInfo>, QueryError> {
        let types = &self.shared.types;
        if let Some(types) = types.get_all(oids.clone()) {
            return Ok(types);
        }
        let wanted: Vec<String> = oids.clone().map(|oid| oid.to_string()).collect();
        let wanted = format!("{{{}}}", wanted.join(","));
        let found = self.query_until(TYPES_SQL, &[&wanted], deadline).await?;
        types.insert(oids.clone(), &found);
        let types = types.get_all(oids);
        types.ok_or_else(|| QueryError::Protocol("a type is not known".into()))
    }

    /// Closes all connections. Callers that wait for one get [`QueryError::Stopped`].
    pub async fn stop(&self) {
        self.shared.pool.stop().await;
    }

    #[cfg(test)]
    pub(super) fn pool(&self) -> &Pool {
        &self.shared.pool
    }

    /// Returns how many connections there are.
    pub fn status(&self) -> PoolStatus {
        self.shared.pool.status()
    }
}
