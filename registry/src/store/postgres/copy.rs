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
    columns::ToolColumns,
    database::{RegistryDatabase, store_error},
    rows::{AT, version},
    write::word,
};
use crate::{
    kinds::Engines,
    spec::ToolSpec,
    store::{Record, StoreContents, StoreError, TOOLS, Version},
};

const BEGIN: &str = "SET LOCAL lock_timeout = '10s'; SET LOCAL toolwright.copies = 'on';
    SELECT 1 FROM {schema}.registry_state FOR UPDATE";
const IS_USED: &str =
    "SELECT EXISTS (SELECT FROM {schema}.tools) OR EXISTS (SELECT FROM {schema}.tool_versions)";
const TOOL: &str =
    "INSERT INTO {schema}.tools (name, change, updated_by, owner_id, description, tool_type, config, input_schema,
        output_schema, auth_config, rate_limit, is_active, is_public, definition, revision, sequence, place,
        created_at, updated_at, deleted_at)
    VALUES ($1, $2, $3, {schema}.user_id($4), $5, $6, $7::text::jsonb, $8::text::jsonb, $9::text::jsonb,
        $10::text::jsonb, $11::text::jsonb, $12, $13, $14, $15, $16, $17, $18::text::timestamptz,
        $19::text::timestamptz, CASE WHEN $20 THEN $19::text::timestamptz END)
    RETURNING id::text";
const VERSION: &str =
    "INSERT INTO {schema}.tool_versions (name, revision, tool_id, at, by, change, definition, sequence)
    VALUES ($1, $2, $3::text::uuid, $4::text::timestamptz, $5, $6, $7, $8)";
const STATE: &str = "UPDATE {schema}.registry_state SET sequence = $1";
const TEXT: &str = "INSERT INTO {schema}.copied_files (name, content) VALUES ($1, $2)
    ON CONFLICT (name) DO UPDATE SET content = excluded.content";

/// Returns everything that the database keeps, with its definitions, which were read.
pub(super) async fn export(
    client: &Object,
    database: &RegistryDatabase,
    records: Vec<Record>,
) -> Result<StoreContents, StoreError> {
    let failed = |error| store_error(&error);
    let sql = database.sql(&format!(
        "SELECT name, revision, to_char(at AT TIME ZONE 'UTC', {AT}), by, change, definition
         FROM {{schema}}.tool_versions ORDER BY sequence, revision"
    ));
    let versions = client.query_typed(&sql, &[]).await.map_err(failed)?;
    let sql = database.sql("SELECT content FROM {schema}.copied_files WHERE name = $1");
    let text = client.query_typed_opt(&sql, &[(&TOOLS, Type::TEXT)]).await;
    Ok(StoreContents {
        records,
        versions: versions.iter().map(version).collect::<Result<_, _>>()?,
        text: text.map_err(failed)?.map(|row| row.get(0)),
    })
}

/// A row of `tools` that is copied.
#[derive(Debug)]
struct CopiedTool {
    name: String,
    columns: ToolColumns,
    first: Version,
    latest: Version,
    /// The place of the latest version among all.
    sequence: i64,
    place: i64,
    is_deleted: bool,
}

/// The rows of a copy.
#[derive(Debug)]
pub(super) struct CopiedTools {
    tools: Vec<CopiedTool>,
    versions: Vec<Version>,
    text: Option<String>,
}

impl CopiedTools {
    /// Returns the rows of what another store keeps: first what exists, in its order, then what was
    /// removed.
    ///
    /// # Errors
    /// If a definition has a credential that is not sealed, or one that was removed has no valid version.
    pub(super) fn of(contents: StoreContents, engines: &Engines) -> Result<Self, StoreError> {
        let spans = Spans::of(&contents.versions);
        let mut live: HashMap<&str, &Arc<ToolSpec>> = HashMap::new();
        for record in &contents.records {
            live.insert(record.spec.name(), &record.spec);
        }
        let existing = contents.records.iter().map(|record| record.spec.name());
        let removed = spans.names.iter().copied();
        let removed = removed.filter(|name| !live.contains_key(name));
        let mut tools = Vec::with_capacity(spans.names.len());
        for (place, name) in (1..).zip(existing.chain(removed)) {
            let Some(&(first, latest)) = spans.of_name.get(name) else {
                return Err(refused(name, "has no version"));
            };
            let spec = match live.get(name) {
                Some(spec) => Arc::clone(spec),
                None => Arc::new(last_definition(name, &contents.versions, engines)?),
            };
            if spec.has_plain_credential() {
                return Err(refused(name, "has a credential that is not sealed"));
            }
            tools.push(CopiedTool {
                name: name.to_owned(),
                columns: ToolColumns::of(&spec),
                first: contents.versions[first].clone(),
                latest: contents.versions[latest].clone(),
                sequence: number(latest),
                place,
                is_deleted: !live.contains_key(name),
            });
        }
        Ok(Self {
            tools,
            versions: contents.versions,
            text: contents.text,
        })
    }
}

/// The first and the latest version of each tool.
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

/// Returns the last definition of a tool that was removed.
fn last_definition(
    name: &str,
    versions: &[Version],
    engines: &Engines,
) -> Result<ToolSpec, StoreError> {
    let own = versions.iter().rev().filter(|version| version.tool == name);
    let json = own.filter_map(|version| version.spec.as_ref()).next();
    let missing = || refused(name, "was removed and has no definition");
    Ok(ToolSpec::of_json(name, json.ok_or_else(missing)?, engines)?)
}

/// Writes the rows of a copy, all or none.
pub(super) async fn import(
    client: &mut Object,
    database: &RegistryDatabase,
    rows: &CopiedTools,
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
    write_rows(&transaction, database, rows).await?;
    transaction.commit().await.map_err(failed)
}

async fn write_rows(
    transaction: &Transaction<'_>,
    database: &RegistryDatabase,
    rows: &CopiedTools,
) -> Result<(), StoreError> {
    let failed = |error| store_error(&error);
    let mut ids = HashMap::with_capacity(rows.tools.len());
    for tool in &rows.tools {
        let id = write_tool(transaction, database, tool).await?;
        ids.insert(tool.name.as_str(), id);
    }
    for (index, version) in rows.versions.iter().enumerate() {
        let id = ids.get(version.tool.as_str());
        write_version(transaction, database, version, id, number(index)).await?;
    }
    let latest = rows.versions.len().max(rows.tools.len());
    let latest = i64::try_from(latest).unwrap_or(i64::MAX);
    let values: [(&(dyn ToSql + Sync), Type); 1] = [(&latest, Type::INT8)];
    let sql = database.sql(STATE);
    let state = transaction.execute_typed(&sql, &values).await;
    state.map_err(failed)?;
    if let Some(text) = &rows.text {
        let values: [(&(dyn ToSql + Sync), Type); 2] = [(&TOOLS, Type::TEXT), (text, Type::TEXT)];
        let sql = database.sql(TEXT);
        let kept = transaction.execute_typed(&sql, &values).await;
        kept.map_err(failed)?;
    }
    Ok(())
}

async fn write_tool(
    transaction: &Transaction<'_>,
    database: &RegistryDatabase,
    tool: &CopiedTool,
) -> Result<String, StoreError> {
    let columns = &tool.columns;
    let (change, revision) = (word(tool.latest.change), revision_of(&tool.latest));
    let values: [(&(dyn ToSql + Sync), Type); 20] = [
        (&tool.name, Type::TEXT),
        (&change, Type::TEXT),
        (&tool.latest.by, Type::TEXT),
        (&columns.owner, Type::TEXT),
        (&columns.description, Type::TEXT),
        (&columns.tool_type, Type::TEXT),
        (&columns.config, Type::TEXT),
        (&columns.input_schema, Type::TEXT),
        (&columns.output_schema, Type::TEXT),
        (&columns.auth_config, Type::TEXT),
        (&columns.rate_limit, Type::TEXT),
        (&columns.is_active, Type::BOOL),
        (&columns.is_public, Type::BOOL),
        (&columns.definition, Type::TEXT),
        (&revision, Type::INT8),
        (&tool.sequence, Type::INT8),
        (&tool.place, Type::INT8),
        (&tool.first.at, Type::TEXT),
        (&tool.latest.at, Type::TEXT),
        (&tool.is_deleted, Type::BOOL),
    ];
    let row = transaction
        .query_typed_one(&database.sql(TOOL), &values)
        .await;
    Ok(row.map_err(|error| store_error(&error))?.get(0))
}

async fn write_version(
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
        .execute_typed(&database.sql(VERSION), &values)
        .await;
    written.map(drop).map_err(|error| store_error(&error))
}

fn revision_of(version: &Version) -> i64 {
    i64::try_from(version.revision).unwrap_or(i64::MAX)
}
