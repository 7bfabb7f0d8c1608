//! `db://tables`: the tables of the database, so that an agent need not guess their names.

use serde::Serialize;
use toolwright::{Json, State, ToolError, resource};
use toolwright_engines::postgres::{QueryError, TableDescription, TableSummary};

use super::query_bga_database::DatabaseQueries;

/// The tables that the role can read.
#[derive(Debug, Serialize)]
pub(super) struct TableList {
    tables: Vec<TableSummary>,
}

/// The tables and views of the database, each with its comment and an estimate of its rows.
#[resource(
    "db://tables",
    title = "Tables of the database",
    belongs_to = "query_bga_database",
    mime = "application/json"
)]
pub(super) async fn database_tables(
    queries: State<DatabaseQueries>,
) -> Result<Json<TableList>, ToolError> {
    let tables = queries.database.tables().await;
    tables
        .map(|tables| Json(TableList { tables }))
        .map_err(unavailable)
}

/// One table: its columns with their types and comments, its keys and its indexes.
#[resource(
    "db://tables/{schema}.{table}",
    title = "A table of the database",
    belongs_to = "query_bga_database",
    mime = "application/json"
)]
pub(super) async fn database_table(
    queries: State<DatabaseQueries>,
    /// The schema, for instance `public`.
    schema: String,
    /// The table or the view.
    table: String,
) -> Result<Json<TableDescription>, ToolError> {
    let described = queries.database.table(&schema, &table).await;
    let described = described.map_err(unavailable)?;
    let uri = || format!("db://tables/{schema}.{table}");
    described
        .map(Json)
        .ok_or_else(|| ToolError::not_found("resource", uri()))
}

fn unavailable(error: QueryError) -> ToolError {
    ToolError::unavailable(error.to_string()).because(error)
}
