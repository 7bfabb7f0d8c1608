//! [`Database`]: a server that is asked, whichever connection that takes.

use std::{sync::Arc, time::Instant};

use tokio::time::timeout_at;

use super::{
    options::DatabaseOptions,
    pool::{Lease, Pool, PoolStatus},
    transaction::{Failure, converse},
    wire::{Question, address::Endpoint, error::QueryError},
};
use crate::data::postgres::{
    guard::ReadStatement,
    render::{Catalogue, Known, ReadLimits, Rows, TYPES_SQL, Table},
};

/// How much an answer to a question of our own may have.
const OWN_ROWS: usize = 100_000;
const OWN_BYTES: usize = 32 << 20;

/// A database. It is cheap to make and to clone; connections are opened when the first question comes.
#[derive(Debug, Clone)]
pub(crate) struct Database {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    pool: Pool,
    catalogue: Catalogue,
    options: DatabaseOptions,
}

impl Database {
    /// The database behind this endpoint.
    pub(crate) fn new(endpoint: Arc<dyn Endpoint>, options: DatabaseOptions) -> Self {
        Self {
            shared: Arc::new(Shared {
                pool: Pool::new(endpoint, &options),
                catalogue: Catalogue::new(),
                options,
            }),
        }
    }

    /// Reads what the gate let through, in a transaction that only reads and is always rolled back.
    ///
    /// Whoever drops the future before it is done, has the query cancelled on the server.
    ///
    /// # Errors
    /// When there is no answer before the deadline, or none at all.
    pub(crate) async fn read(
        &self,
        statement: &ReadStatement,
        limits: &ReadLimits,
    ) -> Result<Table, QueryError> {
        self.read_text(statement.sql(), limits).await
    }

    /// Reads, in a transaction that only reads and is always rolled back.
    ///
    /// Whoever drops the future before it is done, has the query cancelled on the server.
    ///
    /// # Errors
    /// When there is no answer before the deadline, or none at all.
    pub(in crate::data::postgres) async fn read_text(
        &self,
        sql: &str,
        limits: &ReadLimits,
    ) -> Result<Table, QueryError> {
        let question = Question {
            sql,
            values: &[],
            most_rows: limits.rows,
        };
        let catalogue = Some(&self.shared.catalogue);
        let (rows, lease) = self.question(&question, limits, catalogue).await?;
        let types = self.types(&rows, lease, limits.deadline).await?;
        rows.into_table(types)
    }

    /// Asks a question of our own, with texts for `$1`, `$2`, … and as texts in the answer. Never with a caller's text as SQL.
    ///
    /// # Errors
    /// When there is no answer, or a very long one.
    pub(crate) async fn ask(
        &self,
        sql: &'static str,
        parameters: &[&str],
    ) -> Result<Vec<Vec<Option<String>>>, QueryError> {
        let deadline = Instant::now() + self.shared.options.statement_timeout;
        self.ask_until(sql, parameters, deadline).await
    }

    async fn ask_until(
        &self,
        sql: &'static str,
        values: &[&str],
        deadline: Instant,
    ) -> Result<Vec<Vec<Option<String>>>, QueryError> {
        let limits = ReadLimits {
            rows: OWN_ROWS,
            bytes: OWN_BYTES,
            cell_bytes: OWN_BYTES,
            deadline,
        };
        let question = Question {
            sql,
            values,
            most_rows: limits.rows,
        };
        let (rows, _) = self.question(&question, &limits, None).await?;
        rows.into_texts()
    }

    /// Asks on any connection, and on another if that turns out to be dead: reading twice does no harm.
    ///
    /// When a server goes away, all connections to it are dead. A new one that fails is not tried again.
    async fn question(
        &self,
        question: &Question<'_>,
        limits: &ReadLimits,
        catalogue: Option<&Catalogue>,
    ) -> Result<(Rows, Lease), QueryError> {
        loop {
            let mut lease = self.shared.pool.get(limits.deadline).await?;
            let answer = converse(&mut lease, question, limits, catalogue);
            match timeout_at(limits.deadline.into(), answer).await {
                Ok(Ok(rows)) => return Ok((rows, lease)),
                Ok(Err(Failure::Dead(error))) if lease.is_used() => {
                    tracing::debug!("asking again on another connection: {error}");
                    drop(lease);
                    self.shared.pool.drop_dead();
                }
                // The server's own clock may be heard of first on a busy machine.
                Ok(Err(Failure::Final(QueryError::Server(error))))
                    if error.is_cancelled() && limits.deadline <= Instant::now() =>
                {
                    return Err(QueryError::Timeout);
                }
                Ok(Err(Failure::Dead(error) | Failure::Final(error))) => return Err(error),
                Err(_) => return Err(QueryError::Timeout),
            }
        }
    }

    /// The types of the columns, asked of the server where they are not known.
    async fn types(
        &self,
        rows: &Rows,
        lease: Lease,
        deadline: Instant,
    ) -> Result<Vec<Known>, QueryError> {
        // Given back first: whoever holds one connection and waits for a second may wait for ever.
        drop(lease);
        let catalogue = &self.shared.catalogue;
        let numbers = rows.description().type_numbers();
        if let Some(types) = catalogue.find_all(numbers.clone()) {
            return Ok(types);
        }
        let wanted: Vec<String> = numbers.clone().map(|number| number.to_string()).collect();
        let wanted = format!("{{{}}}", wanted.join(","));
        let answer = self.ask_until(TYPES_SQL, &[&wanted], deadline).await?;
        catalogue.learn(numbers.clone(), &answer);
        let types = catalogue.find_all(numbers);
        types.ok_or_else(|| QueryError::Protocol("a type is not known".into()))
    }

    /// Closes all connections. Those who wait for one are told.
    pub(crate) async fn stop(&self) {
        self.shared.pool.stop().await;
    }

    #[cfg(test)]
    pub(in crate::data::postgres) fn pool(&self) -> &Pool {
        &self.shared.pool
    }

    /// How many connections there are.
    pub(crate) fn status(&self) -> PoolStatus {
        self.shared.pool.status()
    }
}
