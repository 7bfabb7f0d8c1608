//! [`LimitConnection`]: tells the database what shares have used, and gets new ones.

use std::{num::NonZeroU32, time::Duration};

use tokio::task::JoinHandle;
use tokio_postgres::{
    Client, Row,
    types::{ToSql, Type},
};

use super::share_state::{NewShare, ShareReport};
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
        let most = |of: fn(&ShareReport) -> Option<NonZeroU32>| {
            let most = reports.iter().map(|report| of(report).map(|most| integer(most.get())));
            most.collect::<Vec<_>>()
        };
        let numbers = |of: fn(&ShareReport) -> u32| {
            let numbers = reports.iter().map(|report| integer(of(report)));
            numbers.collect::<Vec<_>>()
        };
        let limits = [
            most(|report| report.limit.per_minute),
            most(|report| report.limit.per_hour),
            most(|report| report.limit.concurrent),
        ];
        let counts = [
            numbers(|report| report.minute_calls),
            numbers(|report| report.hour_calls),
            numbers(|report| report.kept),
            numbers(|report| report.waiting),
            numbers(|report| report.ahead),
            numbers(|report| report.running),
            numbers(|report| report.waiting_slots),
        ];
        let mut parameters: Vec<(&(dyn ToSql + Sync), Type)> =
            vec![(&self.server, Type::TEXT), (&subjects, Type::TEXT_ARRAY)];
        parameters.extend(limits.iter().map(|it| (it as &(dyn ToSql + Sync), Type::INT4_ARRAY)));
        parameters.extend(counts.iter().map(|it| (it as &(dyn ToSql + Sync), Type::INT4_ARRAY)));
        let rows = self.client.query_typed(&self.exchange, &parameters).await;
        let rows = rows.map_err(|error| store_error(&error))?;
        let servers = rows.first().map_or(1, |row| row.get::<_, i32>(5).unsigned_abs());
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
        let ended = self.client.query_typed(&self.end, &[(&stopped, Type::TEXT)]).await;
        ended.map(drop).map_err(|error| store_error(&error))
    }
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
