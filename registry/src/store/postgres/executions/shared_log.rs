//! [`SharedLog`]: the table `executions`.

use std::{collections::BTreeMap, fmt, sync::Arc};

use chrono::{DateTime, Datelike as _, Days, NaiveDate, SecondsFormat, Utc};
use serde::Deserialize;
use tokio_postgres::types::{ToSql, Type};
use toolwright::log::LogEntry;

use crate::store::{
    StoreError,
    postgres::database::{RegistryDatabase, store_error, within},
};

/// The characters of the longest text in a column. The record has the whole.
const MAX_TEXT: usize = 255;

/// The calls of all servers, in the table `executions`.
#[derive(Clone)]
pub struct SharedLog {
    pub(super) database: RegistryDatabase,
    /// The name of this server, which its records have.
    server: Arc<str>,
}

impl fmt::Debug for SharedLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedLog")
            .field("database", &self.database)
            .field("server", &self.server)
            .finish()
    }
}

/// The members of a record that have a column and no place in a [`LogEntry`].
#[derive(Debug, Default, Deserialize)]
struct OtherColumns {
    kind: Option<String>,
    agent: Option<String>,
    key: Option<String>,
}

/// A record as the values of its columns.
struct RecordRow {
    id: String,
    entry: LogEntry,
    other: OtherColumns,
}

impl RecordRow {
    /// Returns `None` for what is no call of ours: its id is no UUID, or its time none that PostgreSQL
    /// knows.
    fn of(entry: LogEntry) -> Option<Self> {
        let has_years = [entry.time, entry.end]
            .iter()
            .all(|time| (1..=9999).contains(&time.year()));
        let is_text = !entry.line.contains('\0');
        (is_uuid(&entry.id) && has_years && is_text).then(|| Self {
            id: entry.id.to_lowercase(),
            other: serde_json::from_str(&entry.line).unwrap_or_default(),
            entry,
        })
    }
}

/// Returns whether a text is a UUID in its usual form.
pub(super) fn is_uuid(text: &str) -> bool {
    let is_part = |(at, letter): (usize, char)| match at {
        8 | 13 | 18 | 23 => letter == '-',
        _ => letter.is_ascii_hexdigit(),
    };
    text.len() == 36 && text.char_indices().all(is_part)
}

/// Returns the text of a column: PostgreSQL has no byte 0.
fn text(text: &str) -> String {
    let chars = text.chars().take(MAX_TEXT);
    chars
        .map(|letter| {
            if letter == '\0' {
                char::REPLACEMENT_CHARACTER
            } else {
                letter
            }
        })
        .collect()
}

fn time(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Micros, true)
}

/// Rows by column, as the parameters of [`INSERT`].
struct Columns {
    /// The id, the time, the tool, the end and the outcome.
    required: [Vec<String>; 5],
    /// The kind, the caller, the agent, the key and the client.
    optional: [Vec<Option<String>>; 5],
    tests: Vec<bool>,
    elapsed: Vec<f64>,
    records: Vec<String>,
}

const INSERT: &str =
    "INSERT INTO {schema}.executions AS known (id, at, tool, ended_at, outcome, kind, caller, agent, key_id, client,
        is_test, elapsed_ms, record, server)
     SELECT id::uuid, at::timestamptz, tool, ended_at::timestamptz, outcome, kind, caller, agent, key_id, client,
        is_test, elapsed_ms, record, $14
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
        $9::text[], $10::text[], $11::boolean[], $12::double precision[], $13::text[])
        AS it (id, at, tool, ended_at, outcome, kind, caller, agent, key_id, client, is_test, elapsed_ms, record)
     ON CONFLICT (id, at) DO UPDATE SET outcome = excluded.outcome, elapsed_ms = excluded.elapsed_ms,
        ended_at = excluded.ended_at, record = excluded.record
     WHERE known.outcome = 'begun' AND excluded.outcome <> 'begun'";

impl Columns {
    fn of(rows: &[RecordRow]) -> Self {
        let texts = |of: fn(&RecordRow) -> String| rows.iter().map(of).collect();
        let options = |of: fn(&RecordRow) -> Option<&String>| {
            let options = rows.iter().map(|row| of(row).map(|it| text(it)));
            options.collect()
        };
        Self {
            required: [
                texts(|row| row.id.clone()),
                texts(|row| time(row.entry.time)),
                texts(|row| text(&row.entry.tool)),
                texts(|row| time(row.entry.end)),
                texts(|row| text(&row.entry.outcome).chars().take(50).collect()),
            ],
            optional: [
                options(|row| row.other.kind.as_ref()),
                options(|row| row.entry.caller.as_ref()),
                options(|row| row.other.agent.as_ref()),
                options(|row| row.other.key.as_ref()),
                options(|row| row.entry.client.as_ref()),
            ],
            tests: rows.iter().map(|row| row.entry.is_test).collect(),
            elapsed: rows.iter().map(|row| milliseconds(&row.entry)).collect(),
            records: rows.iter().map(|row| row.entry.line.clone()).collect(),
        }
    }

    fn parameters<'a>(&'a self, server: &'a &str) -> Vec<(&'a (dyn ToSql + Sync), Type)> {
        let required = self.required.iter();
        let required = required.map(|it| (it as &(dyn ToSql + Sync), Type::TEXT_ARRAY));
        let optional = self.optional.iter();
        let optional = optional.map(|it| (it as &(dyn ToSql + Sync), Type::TEXT_ARRAY));
        let mut parameters: Vec<_> = required.chain(optional).collect();
        parameters.push((&self.tests, Type::BOOL_ARRAY));
        parameters.push((&self.elapsed, Type::FLOAT8_ARRAY));
        parameters.push((&self.records, Type::TEXT_ARRAY));
        parameters.push((server, Type::TEXT));
        parameters
    }
}

impl SharedLog {
    /// Creates the log of a server with this name. Nothing is connected yet.
    pub fn new(database: RegistryDatabase, server: &str) -> Self {
        Self {
            database,
            server: text(server).into(),
        }
    }

    /// Returns the name of this server.
    pub fn server(&self) -> &str {
        &self.server
    }

    /// Writes records. Those that are there already stay as they are, but for the record that a call
    /// began: it is replaced by the one that it ended.
    ///
    /// # Errors
    /// If the database cannot be used. Then nothing is written, or all of it.
    pub async fn write(&self, entries: Vec<LogEntry>) -> Result<(), StoreError> {
        // The last record of a call counts: the one that it ended. In the order of ids, so that no two
        // servers wait for each other.
        let mut rows = BTreeMap::new();
        for row in entries.into_iter().filter_map(RecordRow::of) {
            if !row.entry.is_begin() || !rows.contains_key(&row.id) {
                rows.insert(row.id.clone(), row);
            }
        }
        if rows.is_empty() {
            return Ok(());
        }
        let columns = Columns::of(&rows.into_values().collect::<Vec<_>>());
        let sql = self.database.sql(INSERT);
        self.run(&sql, &columns.parameters(&&*self.server)).await
    }

    /// Makes the partition of a day.
    pub(super) async fn prepare(&self, day: NaiveDate) -> Result<(), StoreError> {
        let sql = "SELECT {schema}.prepare_executions($1::text::date)";
        self.run_for(sql, day).await
    }

    /// Drops the partitions of all days before the full ones that are kept.
    ///
    /// # Errors
    /// If the database cannot be used.
    pub async fn keep(&self, days: u32) -> Result<(), StoreError> {
        let today = Utc::now().date_naive();
        let Some(first) = today.checked_sub_days(Days::new(days.into())) else {
            return Ok(());
        };
        let sql = "SELECT {schema}.drop_executions($1::text::date)";
        self.run_for(sql, first).await
    }

    async fn run_for(&self, sql: &str, day: NaiveDate) -> Result<(), StoreError> {
        let sql = self.database.sql(sql);
        self.run(&sql, &[(&day.to_string(), Type::TEXT)]).await
    }

    async fn run(
        &self,
        sql: &str,
        parameters: &[(&(dyn ToSql + Sync), Type)],
    ) -> Result<(), StoreError> {
        let client = self.database.client().await?;
        let work = async {
            let run = client.query_typed(sql, parameters).await;
            run.map(drop).map_err(|error| store_error(&error))
        };
        let result = within(work).await;
        RegistryDatabase::finish(client, result).await
    }
}

#[expect(clippy::cast_precision_loss, reason = "no call takes 285 years")]
fn milliseconds(entry: &LogEntry) -> f64 {
    entry.microseconds() as f64 / 1000.0
}
