//! `database/tables`: what there is to query.

use std::{sync::Arc, time::Instant};

use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use toolwright_engines::postgres::{QueryError, TableDescription};

use super::{
    answer::{self, Answer},
    api::Api,
    audit::AuditEntry,
    operation::Operation,
    problem::Problem,
    request::ApiRequest,
    rights::Right,
    texts,
};

/// How many rows an admin can see.
const MAX_ROWS: usize = 100;

/// The tables and views that the server's role may read.
#[derive(Debug, Serialize, JsonSchema)]
struct Tables {
    items: Vec<TableView>,
    /// The functions that can be called without the name of a schema.
    functions: Vec<String>,
}

/// A table or a view.
#[derive(Debug, Serialize, JsonSchema)]
struct TableView {
    schema: String,
    name: String,
    /// `table`, `view`, `materialized view` or `foreign table`.
    kind: String,
    comment: Option<String>,
    rows_estimate: Option<u64>,
    columns: Vec<ColumnView>,
    /// The first rows, for an admin who asks.
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<Vec<Map<String, Value>>>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ColumnView {
    name: String,
    r#type: String,
    nullable: bool,
    comment: Option<String>,
    /// `primary`, `foreign` or `null`.
    key: Option<&'static str>,
    /// The column that a foreign key refers to, as `schema.table.column`.
    references: Option<String>,
}

/// The query of a table.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct TableQuery {
    /// How many of the first rows an admin wants: up to 100.
    #[schemars(range(max = 100))]
    rows: Option<usize>,
}

/// Returns the operations on the database.
pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::get(
            "/database/tables",
            "list_tables",
            "Lists the tables and views that the server's role may read, with their columns.",
            |api, request| Box::pin(list(api, request)),
        )
        .needs(Right::Author)
        .answers::<Tables>(StatusCode::OK),
        Operation::get(
            "/database/tables/{table}",
            "read_table",
            "Returns a table (`schema.table`), with its first rows for an admin who asks.",
            |api, request| Box::pin(read(api, request)),
        )
        .needs(Right::Author)
        .query::<TableQuery>()
        .answers::<TableView>(StatusCode::OK),
    ]
}

async fn list(api: Arc<Api>, request: ApiRequest) -> Answer {
    let database = &api.registry.engines().sql.database;
    let (tables, functions) = tokio::join!(database.described_tables(), database.functions());
    let tables = Tables {
        items: tables.map_err(unavailable)?.into_iter().map(view).collect(),
        functions: functions.map_err(unavailable)?,
    };
    answer::cached(&request.headers, &tables)
}

async fn read(api: Arc<Api>, request: ApiRequest) -> Answer {
    let query: TableQuery = request.query()?;
    let answer = table(&api, &request, &query).await;
    // Rows are data, so the audit log says who asked for them.
    if query.rows.is_some()
        && let Some(entry) = AuditEntry::of("readTableRows", &request).answered(&answer)
    {
        api.audit.write(&request.caller.counted_as(), entry).await;
    }
    answer
}

async fn table(api: &Api, request: &ApiRequest, query: &TableQuery) -> Answer {
    let name = request.part("table");
    let unknown = || Problem::unknown(texts::no_table, name);
    let (schema, table) = name.split_once('.').ok_or_else(unknown)?;
    let database = &api.registry.engines().sql.database;
    let found = database.table(schema, table).await.map_err(unavailable)?;
    let mut view = view(found.ok_or_else(unknown)?);
    if let Some(count) = query.rows {
        request.caller.require(Right::Admin)?;
        view.rows = Some(rows(api, &view, count).await?);
    }
    answer::ok(&view)
}

/// Reads the first rows of a table, within the limits of all queries.
async fn rows(
    api: &Api,
    table: &TableView,
    count: usize,
) -> Result<Vec<Map<String, Value>>, Problem> {
    if count > MAX_ROWS {
        let message = texts::too_many_rows(MAX_ROWS, count);
        return Err(Problem::bad_request(message.clone()).at("?rows", message));
    }
    let columns: Vec<_> = table.columns.iter().map(|one| quoted(&one.name)).collect();
    if columns.is_empty() || count == 0 {
        return Ok(Vec::new());
    }
    let (columns, schema, name) = (
        columns.join(", "),
        quoted(&table.schema),
        quoted(&table.name),
    );
    let sql = format!("SELECT {columns} FROM {schema}.{name} LIMIT {count}");
    let engine = &api.registry.engines().sql;
    let statement = engine.checker.check(&sql);
    let statement = statement.map_err(|refusal| Problem::internal(refusal.to_string()))?;
    let limits = engine.limits.until(Instant::now() + engine.limits.timeout);
    let read = engine.database.read(&statement, &limits).await;
    let records = read.map_err(unavailable)?.records;
    serde_json::from_str(records.get()).map_err(|error| Problem::internal(error.to_string()))
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn view(found: TableDescription) -> TableView {
    let columns = found.columns.iter().map(|column| {
        let foreign = found.foreign_keys.iter().find_map(|key| {
            let place = key.columns.iter().position(|name| *name == column.name)?;
            let referenced = key.referenced.get(place)?;
            Some(format!("{}.{}.{referenced}", key.schema, key.table))
        });
        let is_primary = found.primary_key.contains(&column.name);
        ColumnView {
            name: column.name.clone(),
            r#type: column.type_name.clone(),
            nullable: column.nullable,
            comment: column.comment.clone(),
            key: match (is_primary, &foreign) {
                (true, _) => Some("primary"),
                (false, Some(_)) => Some("foreign"),
                (false, None) => None,
            },
            references: foreign,
        }
    });
    TableView {
        columns: columns.collect(),
        schema: found.table.schema,
        name: found.table.name,
        kind: found.table.kind,
        comment: found.table.comment,
        rows_estimate: found.table.row_estimate,
        rows: None,
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it stands in `map_err`")]
fn unavailable(error: QueryError) -> Problem {
    Problem::unavailable(texts::database_does_not_answer(error.to_string()))
}
