//! [`LimitConnection`]: tells the database what shares have used, and gets new ones.

use std::{num::NonZeroU32, time::Duration};

use tokio::task::JoinHandle;
use tokio_postgres::{
    Client, Row,
    types::{ToSql, Type},
};

use super::report::{NewShare, ShareReport};
use crate::store::{
    StoreError,
    postgres::database::{RegistryDatabase, store_error},
};

/// The connection of a server that exchanges shares. It is opened anew after an error.
pub(super) struct LimitConnection {
    client: Client,
    driven: JoinHandle<()>,
    /// The id of this server, as a UUID.
    server: String,
    exchange: String,
    end: String,
}

impl Drop for LimitConnection {
    fn drop(&mut self) {
        self.driven.abort();
    }
}

/// The new shares, in the order of the reports, and how many servers there are.
pub(super) struct Exchanged {
    pub(super) shares: Vec<(usize, NewShare)>,
    pub(super) servers: u32,
}

impl LimitConnection {
    pub(super) async fn open(
        database: &RegistryDatabase,
        server: String,
    ) -> Result<Self, StoreError> {
        let (client, connection) = database.connect().await?;
        Ok(Self {
            client,
            driven: tokio::spawn(connection.run()),
            server,
            exchange: database.sql(
                "SELECT place, tokens, slots, free_slots, wait_ms, servers FROM {schema}.exchange_limits(
                    $1::text::uuid, $2::text[]::uuid[], $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
            ),
            end: database.sql("SELECT {schema}.end_limit_shares($1::text::uuid)"),
        })
    }

    /// Tells these reports of these subjects, and returns what the server may do from now on. Without
    /// any, it only tells that the server is there.
    pub(super) async fn exchange(
        &self,
        subjects: &[String],
        reports: &[ShareReport],
    ) -> Result<Exchanged, StoreError> {
        let (limits, counts) = (limits(reports), counts(reports));
        let limits = limits
            .iter()
            .map(|it| (it as &(dyn ToSql + Sync), Type::INT4_ARRAY));
        let counts = counts
            .iter()
            .map(|it| (it as &(dyn ToSql + Sync), Type::INT4_ARRAY));
        let mut parameters: Vec<(&(dyn ToSql + Sync), Type)> =
            vec![(&self.server, Type::TEXT), (&subjects, Type::TEXT_ARRAY)];
        parameters.extend(limits.chain(counts));
        let rows = self.client.query_typed(&self.exchange, &parameters).await;
        let rows = rows.map_err(|error| store_error(&error))?;
        let servers = rows
            .first()
            .map_or(1, |row| row.get::<_, i32>(5).unsigned_abs());
        Ok(Exchanged {
            shares: rows.iter().filter_map(new_share).collect(),
            servers: servers.max(1),
        })
    }

    /// Takes back the shares of servers that are gone.
    pub(super) async fn end_shares_of_others(&self) -> Result<(), StoreError> {
        self.end_shares(None).await
    }

    /// Gives back all shares of this server.
    pub(super) async fn end_own_shares(&self) -> Result<(), StoreError> {
        self.end_shares(Some(&self.server)).await
    }

    async fn end_shares(&self, stopped: Option<&str>) -> Result<(), StoreError> {
        let ended = self
            .client
            .query_typed(&self.end, &[(&stopped, Type::TEXT)])
            .await;
        ended.map(drop).map_err(|error| store_error(&error))
    }
}

/// Returns the limits of reports by period, in the order of the function.
fn limits(reports: &[ShareReport]) -> [Vec<Option<i32>>; 3] {
    let limits: [fn(&ShareReport) -> Option<NonZeroU32>; 3] = [
        |report| report.limit.per_minute,
        |report| report.limit.per_hour,
        |report| report.limit.concurrent,
    ];
    limits.map(|limit| {
        let limits = reports.iter().map(limit);
        limits
            .map(|most| most.map(|it| integer(it.get())))
            .collect()
    })
}

/// Returns the numbers of reports by meaning, in the order of the function.
fn counts(reports: &[ShareReport]) -> [Vec<i32>; 7] {
    let counts: [fn(&ShareReport) -> u32; 7] = [
        |report| report.minute_calls,
        |report| report.hour_calls,
        |report| report.kept,
        |report| report.waiting,
        |report| report.ahead,
        |report| report.running,
        |report| report.waiting_slots,
    ];
    counts.map(|count| {
        reports
            .iter()
            .map(|report| integer(count(report)))
            .collect()
    })
}

/// Returns the place of a report, from 0 on, and its new share.
fn new_share(row: &Row) -> Option<(usize, NewShare)> {
    let place = row.get::<_, Option<i32>>(0)?;
    let number = |column: usize| row.get::<_, i32>(column).unsigned_abs();
    Some((
        usize::try_from(place.checked_sub(1)?).ok()?,
        NewShare {
            tokens: number(1),
            slots: number(2),
            free_slots: number(3),
            wait: Duration::from_millis(row.get::<_, i64>(4).unsigned_abs()),
        },
    ))
}

fn integer(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
