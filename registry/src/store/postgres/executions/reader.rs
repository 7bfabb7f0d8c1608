//! [`SharedRecords`]: the records of all servers, in order.

use std::{io, vec};

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use serde_json::Value;
use tokio::runtime::Handle;
use tokio_postgres::{
    Row,
    types::{ToSql, Type},
};
use toolwright::log::{LogEntry, LogFilter};

use super::shared_log::SharedLog;
use crate::store::{
    StoreError,
    postgres::database::{RegistryDatabase, store_error, within},
};

/// The records that are read at once, and the most bytes of all but the first of them.
const PAGE: u32 = 200;
const PAGE_BYTES: u32 = 8 << 20;

/// The order of records, by the time at which their calls ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    NewestFirst,
    OldestFirst,
}

/// Iterates over the records of all servers.
///
/// Each is read when it is asked for, which blocks the thread.
#[derive(Debug)]
pub(super) struct SharedRecords {
    log: SharedLog,
    filter: LogFilter,
    order: Order,
    runtime: Handle,
    page: vec::IntoIter<LogEntry>,
    /// The last record that was read; `None` before the first.
    last: Option<Place>,
    is_over: bool,
}

/// The place of a record among all: when its call ended, and its id.
type Place = (String, String);

impl SharedRecords {
    /// Reads nothing yet, and fails if the first records cannot be read.
    pub(super) fn new(
        log: SharedLog,
        filter: LogFilter,
        order: Order,
        runtime: Handle,
    ) -> io::Result<Self> {
        let mut records = Self {
            log,
            filter,
            order,
            runtime,
            page: Vec::new().into_iter(),
            last: None,
            is_over: false,
        };
        records.read_page()?;
        Ok(records)
    }

    fn read_page(&mut self) -> io::Result<()> {
        let page = self.log.page(&self.filter, self.order, self.last.as_ref());
        let page = self.runtime.block_on(page).map_err(io::Error::other)?;
        match page.last() {
            Some((_, place)) => self.last = Some(place.clone()),
            None => self.is_over = true,
        }
        // What another program has written may be no record.
        let entries = page.into_iter().filter_map(|(entry, _)| entry);
        self.page = entries.collect::<Vec<_>>().into_iter();
        Ok(())
    }

    fn next_entry(&mut self) -> io::Result<Option<LogEntry>> {
        loop {
            let entries = self.page.by_ref();
            if let Some(entry) = entries.find(|entry| self.filter.matches(entry)) {
                return Ok(Some(entry));
            }
            if self.is_over {
                return Ok(None);
            }
            self.read_page()?;
        }
    }
}

impl Iterator for SharedRecords {
    type Item = io::Result<LogEntry>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_entry().transpose()
    }
}

const COLUMNS: &str = "record, server, to_char(ended_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"'), id::text";

impl SharedLog {
    /// Returns the records of the time that a filter wants, after the one at this place.
    async fn page(
        &self,
        filter: &LogFilter,
        order: Order,
        last: Option<&Place>,
    ) -> Result<Vec<(Option<LogEntry>, Place)>, StoreError> {
        let (since, until) = (filter.since.map(text), filter.until.map(text));
        let (end, id) = last.map(|(end, id)| (end, id)).unzip();
        let (direction, beyond) = match order {
            Order::NewestFirst => ("DESC", '<'),
            Order::OldestFirst => ("ASC", '>'),
        };
        let by = format!("ORDER BY ended_at {direction}, id {direction}");
        // Bounded in bytes too: a record has the whole output of its call.
        let sql = format!(
            "SELECT {COLUMNS} FROM (
                SELECT *, sum(octet_length(record)) OVER ({by}) AS bytes FROM (
                    SELECT record, server, ended_at, id FROM {{schema}}.executions
                    WHERE ($1::text IS NULL OR at >= $1::text::timestamptz) AND ($2::text IS NULL OR at < $2::text::timestamptz)
                        AND ($3::text IS NULL OR (ended_at, id) {beyond} ($3::text::timestamptz, $4::text::uuid))
                    {by} LIMIT {PAGE}
                ) AS next
             ) AS page WHERE bytes <= {PAGE_BYTES} OR bytes = octet_length(record) {by}"
        );
        let values = [since, until, end.cloned(), id.cloned()];
        let parameters = values.each_ref().map(parameter);
        self.read(&sql, &parameters).await
    }

    /// Returns the record of a call.
    pub(super) async fn find(
        &self,
        id: &str,
        began: DateTime<Utc>,
    ) -> Result<Option<LogEntry>, StoreError> {
        // An id has the millisecond in which its call began, and a partition is a day.
        let until = began + TimeDelta::milliseconds(1);
        let values = [Some(id.to_owned()), Some(text(began)), Some(text(until))];
        let sql = format!(
            "SELECT {COLUMNS} FROM {{schema}}.executions
             WHERE id = $1::text::uuid AND at >= $2::text::timestamptz AND at < $3::text::timestamptz"
        );
        let parameters = values.each_ref().map(parameter);
        let found = self.read(&sql, &parameters).await?;
        Ok(found.into_iter().find_map(|(entry, _)| entry))
    }

    async fn read(
        &self,
        sql: &str,
        parameters: &[(&(dyn ToSql + Sync), Type)],
    ) -> Result<Vec<(Option<LogEntry>, Place)>, StoreError> {
        let client = self.database.client().await?;
        let sql = self.database.sql(sql);
        let read = async {
            let rows = client.query_typed(&sql, parameters).await;
            rows.map_err(|error| store_error(&error))
        };
        let read = within(read).await;
        let rows = RegistryDatabase::finish(client, read).await?;
        Ok(rows.iter().map(entry).collect())
    }
}

fn parameter(text: &Option<String>) -> (&(dyn ToSql + Sync), Type) {
    (text, Type::TEXT)
}

fn text(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Micros, true)
}

fn entry(row: &Row) -> (Option<LogEntry>, Place) {
    let line = with_server(row.get(0), row.get(1));
    let entry = LogEntry::parse(line.into_bytes());
    (entry, (row.get(2), row.get(3)))
}

/// Returns a record with the name of its server.
pub(super) fn with_server(record: &str, server: &str) -> String {
    match record.strip_prefix('{') {
        Some(members) => format!("{{\"server\":{},{members}", Value::from(server)),
        None => record.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_tells_its_server() {
        assert_eq!(
            with_server(r#"{"id":1}"#, "a\"b"),
            r#"{"server":"a\"b","id":1}"#
        );
    }
}
