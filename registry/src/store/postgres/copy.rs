//! Copies all that the database keeps, from it and into an empty one.
//!
//! A copy keeps what belongs to a change: its number, time and author. So the triggers that make these
//! for other statements do nothing in the transaction of a copy.

use std::{collections::HashMap, sync::Arc};

use deadpool_postgres::Object;
use tokio_postgres::{
    Transaction,
    types::{ToSql, Type},
};

use super::{
    columns::{ColumnValue, TableRow},
    database::{RegistryDatabase, store_error},
    rows::{AT, read_definition, version},
    write::{BEFORE_COLUMNS, columns, word},
};
use crate::{
    agent::Agent,
    spec::ToolSpec,
    store::{Record, StoreContents, StoreError, Version, contents::ToolIds},
    tool_id::ToolId,
};

const BEGIN: &str = "SET LOCAL lock_timeout = '10s'; SET LOCAL toolwright.copies = 'on';
    SELECT 1 FROM {schema}.registry_state FOR UPDATE";
const IS_USED: &str =
    "SELECT EXISTS (SELECT FROM {schema}.tools) OR EXISTS (SELECT FROM {schema}.tool_versions)
    OR EXISTS (SELECT FROM {schema}.agents) OR EXISTS (SELECT FROM {schema}.agent_versions)";
const STATE: &str = "UPDATE {schema}.registry_state SET sequence = $1";
const TEXT: &str = "INSERT INTO {schema}.copied_files (name, content) VALUES ($1, $2)
    ON CONFLICT (name) DO UPDATE SET content = excluded.content";
const ANNOUNCE: &str = "SELECT pg_notify($1, '{\"kind\":\"copy\"}')";

/// Returns the statement that inserts a row.
fn insert_row<D: TableRow>(database: &RegistryDatabase) -> String {
    let (names, values): (Vec<_>, Vec<_>) = columns::<D>().unzip();
    let (table, names, values) = (D::TABLE, names.join(", "), values.join(", "));
    let next = BEFORE_COLUMNS + D::COLUMNS.len();
    let [revision, sequence, place] = [next + 1, next + 2, next + 3];
    let [created, updated, is_deleted] = [next + 4, next + 5, next + 6];
    database.sql(&format!(
        "INSERT INTO {{schema}}.{table} (name, change, updated_by, {names}, revision, sequence, place, created_at,
             updated_at, deleted_at)
         VALUES ($1, $2, $3, {values}, ${revision}, ${sequence}, ${place}, ${created}::text::timestamptz,
             ${updated}::text::timestamptz, CASE WHEN ${is_deleted} THEN ${updated}::text::timestamptz END)
         RETURNING id::text"
    ))
}

/// Returns the statement that inserts a version.
fn insert_version<D: TableRow>(database: &RegistryDatabase) -> String {
    let (table, noun) = (D::VERSIONS, D::NOUN);
    database.sql(&format!(
        "INSERT INTO {{schema}}.{table} (name, revision, {noun}_id, at, by, change, definition, sequence)
         VALUES ($1, $2, $3::text::uuid, $4::text::timestamptz, $5, $6, $7, $8)"
    ))
}

/// Returns everything that a table keeps, with its definitions, which were read.
pub(super) async fn export<D: TableRow>(
    client: &Object,
    database: &RegistryDatabase,
    records: Vec<Record<D>>,
) -> Result<StoreContents<D>, StoreError> {
    let failed = |error| store_error(&error);
    let sql = database.sql(&format!(
        "SELECT name, revision, to_char(at AT TIME ZONE 'UTC', {AT}), by, change, definition
         FROM {{schema}}.{} ORDER BY sequence, revision",
        D::VERSIONS
    ));
    let versions = client.query_typed(&sql, &[]).await.map_err(failed)?;
    let sql = database.sql("SELECT content FROM {schema}.copied_files WHERE name = $1");
    let text = client
        .query_typed_opt(&sql, &[(&D::FILE, Type::TEXT)])
        .await;
    Ok(StoreContents {
        records,
        versions: versions.iter().map(version).collect::<Result<_, _>>()?,
        text: text.map_err(failed)?.map(|row| row.get(0)),
    })
}

/// Returns the agents with the ids that tools have in files.
pub(super) async fn with_ids_of_names(
    client: &Object,
    database: &RegistryDatabase,
    mut agents: StoreContents<Agent>,
) -> Result<StoreContents<Agent>, StoreError> {
    // Also those of tools that were removed: they may be restored.
    let sql = database.sql("SELECT id::text, name FROM {schema}.tools");
    let rows = client.query_typed(&sql, &[]).await;
    let rows = rows.map_err(|error| store_error(&error))?;
    let ids = rows.iter().filter_map(|row| {
        let id = row.get::<_, &str>(0).parse().ok()?;
        Some((id, ToolId::of_name(row.get(1))))
    });
    let ids = ToolIds(ids.collect());
    for record in &mut agents.records {
        record.spec = ids.translate(&record.spec);
    }
    let versions = agents.versions.iter_mut();
    versions.for_each(|version| ids.translate_version(version));
    Ok(agents)
}

/// A row that is copied.
#[derive(Debug)]
struct CopiedRow<D> {
    spec: Arc<D>,
    first: Version,
    latest: Version,
    /// The place of the latest version among all.
    sequence: i64,
    place: i64,
    is_deleted: bool,
}

/// The rows of a copy.
#[derive(Debug)]
pub(super) struct CopiedRows<D> {
    rows: Vec<CopiedRow<D>>,
    versions: Vec<Version>,
    text: Option<String>,
}

impl<D: TableRow> CopiedRows<D> {
    /// Returns the rows of what another store keeps: first what exists, in its order, then what was
    /// removed.
    ///
    /// # Errors
    /// If a definition has a credential that is not sealed, or one that was removed has no valid version.
    pub(super) fn of(contents: StoreContents<D>, context: &D::Context) -> Result<Self, StoreError> {
        let spans = Spans::of(&contents.versions);
        let mut live: HashMap<&str, &Arc<D>> = HashMap::new();
        for record in &contents.records {
            live.insert(record.spec.name(), &record.spec);
        }
        let existing = contents.records.iter().map(|record| record.spec.name());
        let removed = spans.names.iter().copied();
        let removed = removed.filter(|name| !live.contains_key(name));
        let mut rows = Vec::with_capacity(spans.names.len());
        for (place, name) in (1..).zip(existing.chain(removed)) {
            let Some(&(first, latest)) = spans.of_name.get(name) else {
                return Err(refused(name, "has no version"));
            };
            let spec = match live.get(name) {
                Some(spec) => Arc::clone(spec),
                None => Arc::new(last_definition(name, &contents.versions, context)?),
            };
            if spec.has_plain_credential() {
                return Err(refused(name, "has a credential that is not sealed"));
            }
            rows.push(CopiedRow {
                spec,
                first: contents.versions[first].clone(),
                latest: contents.versions[latest].clone(),
                sequence: number(latest),
                place,
                is_deleted: !live.contains_key(name),
            });
        }
        Ok(Self {
            rows,
            versions: contents.versions,
            text: contents.text,
        })
    }
}

impl CopiedRows<Agent> {
    /// Writes the ids of rows into the lists of tools.
    fn translate(&mut self, ids: &ToolIds) {
        for row in &mut self.rows {
            row.spec = ids.translate(&row.spec);
        }
        let versions = self.versions.iter_mut();
        versions.for_each(|version| ids.translate_version(version));
    }
}

/// The first and the latest version of each name.
struct Spans<'a> {
    /// The names in the order of their first versions.
    names: Vec<&'a str>,
    of_name: HashMap<&'a str, (usize, usize)>,
}

impl<'a> Spans<'a> {
    fn of(versions: &'a [Version]) -> Self {
        let (mut names, mut of_name) = (Vec::new(), HashMap::new());
        for (index, version) in versions.iter().enumerate() {
            let name = version.tool.as_str();
            let span = of_name.entry(name).or_insert_with(|| {
                names.push(name);
                (index, index)
            });
            span.1 = index;
        }
        Self { names, of_name }
    }
}

fn refused(name: &str, why: &str) -> StoreError {
    let why = format!("`{name}` {why}");
    StoreError::Refused { why }
}

/// Returns the number of the version at this index.
fn number(index: usize) -> i64 {
    i64::try_from(index).unwrap_or(i64::MAX - 1) + 1
}

/// Returns the last definition of what was removed.
fn last_definition<D: TableRow>(
    name: &str,
    versions: &[Version],
    context: &D::Context,
) -> Result<D, StoreError> {
    let own = versions.iter().rev().filter(|version| version.tool == name);
    let json = own.filter_map(|version| version.spec.as_ref()).next();
    let json = json.ok_or_else(|| refused(name, "was removed and has no definition"))?;
    let text = serde_json::to_string(json).unwrap_or_default();
    let read = read_definition(name, &text, context);
    read.map_err(|why| refused(name, &format!("was removed and cannot be read: {why}")))
}

/// Writes the rows of a copy, all or none.
pub(super) async fn import(
    client: &mut Object,
    database: &RegistryDatabase,
    tools: &CopiedRows<ToolSpec>,
    mut agents: CopiedRows<Agent>,
) -> Result<(), StoreError> {
    let failed = |error| store_error(&error);
    let transaction = client.transaction().await.map_err(failed)?;
    transaction
        .batch_execute(&database.sql(BEGIN))
        .await
        .map_err(failed)?;
    let used = transaction
        .query_typed_one(&database.sql(IS_USED), &[])
        .await;
    if used.map_err(failed)?.get(0) {
        let place = format!(
            "the schema `{}` of the database",
            database.schema().as_str()
        );
        return Err(StoreError::Occupied { place });
    }
    let (ids, latest) = write_rows(&transaction, database, tools, 0).await?;
    let ids = ids.into_iter();
    let ids = ids.filter_map(|(name, id)| Some((ToolId::of_name(name), id.parse().ok()?)));
    agents.translate(&ToolIds(ids.collect()));
    let (_, latest) = write_rows(&transaction, database, &agents, latest).await?;
    let sql = database.sql(STATE);
    let state = transaction
        .execute_typed(&sql, &[(&latest, Type::INT8)])
        .await;
    state.map_err(failed)?;
    let channel = database.channel();
    let announced = transaction
        .query_typed(ANNOUNCE, &[(&channel, Type::TEXT)])
        .await;
    announced.map_err(failed)?;
    transaction.commit().await.map_err(failed)
}

/// Writes rows and versions, which are numbered after `before`. Returns the id of each row by name, and the
/// last number.
async fn write_rows<'r, D: TableRow>(
    transaction: &Transaction<'_>,
    database: &RegistryDatabase,
    rows: &'r CopiedRows<D>,
    before: i64,
) -> Result<(HashMap<&'r str, String>, i64), StoreError> {
    let mut ids = HashMap::with_capacity(rows.rows.len());
    for row in &rows.rows {
        let id = write_row(transaction, database, row, before).await?;
        ids.insert(row.spec.name(), id);
    }
    for (index, version) in rows.versions.iter().enumerate() {
        let id = ids.get(version.tool.as_str());
        let sequence = before + number(index);
        write_version::<D>(transaction, database, version, id, sequence).await?;
    }
    if let Some(text) = &rows.text {
        let values: [(&(dyn ToSql + Sync), Type); 2] = [(&D::FILE, Type::TEXT), (text, Type::TEXT)];
        let sql = database.sql(TEXT);
        let kept = transaction.execute_typed(&sql, &values).await;
        kept.map_err(|error| store_error(&error))?;
    }
    let count = rows.versions.len().max(rows.rows.len());
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    Ok((ids, before.saturating_add(count)))
}

async fn write_row<D: TableRow>(
    transaction: &Transaction<'_>,
    database: &RegistryDatabase,
    row: &CopiedRow<D>,
    before: i64,
) -> Result<String, StoreError> {
    let (name, columns) = (row.spec.name(), row.spec.values());
    let (change, revision) = (word(row.latest.change), revision_of(&row.latest));
    let sequence = before + row.sequence;
    let mut values: Vec<(&(dyn ToSql + Sync), Type)> = vec![
        (&name, Type::TEXT),
        (&change, Type::TEXT),
        (&row.latest.by, Type::TEXT),
    ];
    values.extend(columns.iter().map(ColumnValue::parameter));
    values.extend::<[(&(dyn ToSql + Sync), Type); 6]>([
        (&revision, Type::INT8),
        (&sequence, Type::INT8),
        (&row.place, Type::INT8),
        (&row.first.at, Type::TEXT),
        (&row.latest.at, Type::TEXT),
        (&row.is_deleted, Type::BOOL),
    ]);
    let sql = insert_row::<D>(database);
    let written = transaction.query_typed_one(&sql, &values).await;
    Ok(written.map_err(|error| store_error(&error))?.get(0))
}

async fn write_version<D: TableRow>(
    transaction: &Transaction<'_>,
    database: &RegistryDatabase,
    version: &Version,
    id: Option<&String>,
    sequence: i64,
) -> Result<(), StoreError> {
    let definition = version.spec.as_ref().map(serde_json::to_string).transpose();
    let definition = definition.map_err(|error| StoreError::Refused {
        why: error.to_string(),
    })?;
    let (revision, change) = (revision_of(version), word(version.change));
    let values: [(&(dyn ToSql + Sync), Type); 8] = [
        (&version.tool, Type::TEXT),
        (&revision, Type::INT8),
        (&id, Type::TEXT),
        (&version.at, Type::TEXT),
        (&version.by, Type::TEXT),
        (&change, Type::TEXT),
        (&definition, Type::TEXT),
        (&sequence, Type::INT8),
    ];
    let written = transaction
        .execute_typed(&insert_version::<D>(database), &values)
        .await;
    written.map(drop).map_err(|error| store_error(&error))
}

fn revision_of(version: &Version) -> i64 {
    i64::try_from(version.revision).unwrap_or(i64::MAX)
}
