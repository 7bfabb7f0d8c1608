//! What there is to read: the tables that the role may read, and what is in each.
use serde::{Deserialize, Serialize};

use super::{database::Database, wire::error::QueryError};

/// A table, in the list of all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TableSummary {
    /// Its schema.
    pub(crate) schema: String,
    /// Its name.
    pub(crate) name: String,
    /// What it is: a table, a view, …
    pub(crate) kind: String,
    /// What its owner says about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) comment: Option<String>,
    /// About how many rows it has, if anybody ever counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) row_estimate: Option<u64>,
}

/// A table, and what is in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TableDescription {
    /// The table.
    #[serde(flatten)]
    pub(crate) table: TableSummary,
    /// Its columns, in their order.
    pub(crate) columns: Vec<ColumnDescription>,
    /// The columns of the primary key.
    pub(crate) primary_key: Vec<String>,
    /// What its rows point to.
    pub(crate) foreign_keys: Vec<ForeignKey>,
    /// The columns of each unique constraint.
    pub(crate) unique: Vec<Vec<String>>,
    /// What it can be searched by.
    pub(crate) indexes: Vec<Index>,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ColumnDescription {
    /// Its name.
    pub(crate) name: String,
    /// Its type, as SQL calls it.
    #[serde(rename = "type")]
    pub(crate) type_name: String,
    /// Whether it may be null.
    pub(crate) nullable: bool,
    /// What a row has here when nothing is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) default: Option<String>,
    /// What its owner says about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) comment: Option<String>,
}

/// What a table's rows point to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ForeignKey {
    /// The columns here.
    pub(crate) columns: Vec<String>,
    /// The schema of the other table.
    pub(crate) schema: String,
    /// The other table.
    pub(crate) table: String,
    /// The columns there.
    pub(crate) referenced: Vec<String>,
}

/// A column, in the list of all.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct TableColumn {
    /// The database.
    pub(crate) database: String,
    /// What tells it from all others of the database: `shop.users."E-mail"`.
    pub(crate) path: String,
    /// The schema of its table.
    pub(crate) schema: String,
    /// Its table.
    pub(crate) table: String,
    /// Its name.
    pub(crate) name: String,
    /// Its type, as SQL calls it.
    #[serde(rename = "type")]
    pub(crate) type_name: String,
    /// What its owner says about it.
    pub(crate) comment: Option<String>,
    /// Whether its table is found without the schema's name.
    pub(crate) is_visible: bool,
}

/// What a table can be searched by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Index {
    /// Its name.
    pub(crate) name: String,
    /// The statement that makes it.
    pub(crate) definition: String,
}

/// Each table as one JSON document. A partition is not in the list: its whole is.
const TABLES: &str = "
SELECT pg_catalog.json_build_object(
    'schema', n.nspname, 'name', c.relname,
    'kind', CASE c.relkind WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view'
        WHEN 'f' THEN 'foreign table' ELSE 'table' END,
    'comment', pg_catalog.obj_description(c.oid, 'pg_class'),
    'row_estimate', CASE WHEN c.relkind <> 'v' AND c.reltuples >= 0 THEN c.reltuples::int8 END)
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
    AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
    AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
    AND pg_catalog.has_any_column_privilege(c.oid, 'SELECT')
ORDER BY n.nspname, c.relname";

/// One table as a JSON document. Columns that the role may not read are left out.
const TABLE: &str = "
SELECT pg_catalog.json_build_object(
    'schema', n.nspname, 'name', c.relname,
    'kind', CASE c.relkind WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view'
        WHEN 'f' THEN 'foreign table' ELSE 'table' END,
    'comment', pg_catalog.obj_description(c.oid, 'pg_class'),
    'row_estimate', CASE WHEN c.relkind <> 'v' AND c.reltuples >= 0 THEN c.reltuples::int8 END,
    'columns', COALESCE((
        SELECT pg_catalog.json_agg(pg_catalog.json_build_object(
            'name', a.attname,
            'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
            'nullable', NOT a.attnotnull,
            'default', pg_catalog.pg_get_expr(d.adbin, d.adrelid),
            'comment', pg_catalog.col_description(c.oid, a.attnum)) ORDER BY a.attnum)
        FROM pg_catalog.pg_attribute a
        LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
            AND pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT')), '[]'),
    'primary_key', COALESCE((
        SELECT pg_catalog.json_agg(a.attname ORDER BY k.place)
        FROM pg_catalog.pg_constraint o
        CROSS JOIN LATERAL pg_catalog.unnest(o.conkey) WITH ORDINALITY AS k(attnum, place)
        JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
        WHERE o.conrelid = c.oid AND o.contype = 'p'), '[]'),
    'foreign_keys', COALESCE((
        SELECT pg_catalog.json_agg(pg_catalog.json_build_object(
            'columns', (SELECT pg_catalog.json_agg(a.attname ORDER BY k.place)
                FROM pg_catalog.unnest(o.conkey) WITH ORDINALITY AS k(attnum, place)
                JOIN pg_catalog.pg_attribute a ON a.attrelid = o.conrelid AND a.attnum = k.attnum),
            'schema', fn.nspname, 'table', f.relname,
            'referenced', (SELECT pg_catalog.json_agg(a.attname ORDER BY k.place)
                FROM pg_catalog.unnest(o.confkey) WITH ORDINALITY AS k(attnum, place)
                JOIN pg_catalog.pg_attribute a ON a.attrelid = o.confrelid AND a.attnum = k.attnum)
            ) ORDER BY o.conname)
        FROM pg_catalog.pg_constraint o
        JOIN pg_catalog.pg_class f ON f.oid = o.confrelid
        JOIN pg_catalog.pg_namespace fn ON fn.oid = f.relnamespace
        WHERE o.conrelid = c.oid AND o.contype = 'f'), '[]'),
    'unique', COALESCE((
        SELECT pg_catalog.json_agg((SELECT pg_catalog.json_agg(a.attname ORDER BY k.place)
            FROM pg_catalog.unnest(o.conkey) WITH ORDINALITY AS k(attnum, place)
            JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum) ORDER BY o.conname)
        FROM pg_catalog.pg_constraint o
        WHERE o.conrelid = c.oid AND o.contype = 'u'), '[]'),
    'indexes', COALESCE((
        SELECT pg_catalog.json_agg(pg_catalog.json_build_object(
            'name', i.relname,
            'definition', pg_catalog.pg_get_indexdef(i.oid)) ORDER BY i.relname)
        FROM pg_catalog.pg_index x JOIN pg_catalog.pg_class i ON i.oid = x.indexrelid
        WHERE x.indrelid = c.oid), '[]'))
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = $1 AND c.relname = $2 AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
    AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
    AND pg_catalog.has_any_column_privilege(c.oid, 'SELECT')";

/// The columns that the role may read, in the order of their tables, each as one JSON document.
const COLUMNS: &str = "
SELECT pg_catalog.json_build_object(
    'database', pg_catalog.current_database(),
    'path', pg_catalog.concat_ws('.', pg_catalog.quote_ident(n.nspname), pg_catalog.quote_ident(c.relname), pg_catalog.quote_ident(a.attname)),
    'schema', n.nspname, 'table', c.relname, 'name', a.attname,
    'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
    'comment', pg_catalog.col_description(c.oid, a.attnum),
    'is_visible', pg_catalog.pg_table_is_visible(c.oid))
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND a.attnum > 0 AND NOT a.attisdropped
    AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
    AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
    AND pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT')
ORDER BY n.nspname, c.relname, a.attnum";

impl Database {
    /// The columns that the role may read, in the order of their tables.
    ///
    /// # Errors
    /// When the server does not answer.
    pub(crate) async fn columns(&self) -> Result<Vec<TableColumn>, QueryError> {
        let rows = self.ask(COLUMNS, &[]).await?;
        rows.iter().map(|row| document(row)).collect()
    }

    /// The tables and views that the role may read, without the system's own.
    ///
    /// # Errors
    /// When the server does not answer.
    pub(crate) async fn tables(&self) -> Result<Vec<TableSummary>, QueryError> {
        let rows = self.ask(TABLES, &[]).await?;
        rows.iter().map(|row| document(row)).collect()
    }

    /// One table, if there is one of this name that the role may read.
    ///
    /// # Errors
    /// When the server does not answer.
    pub(crate) async fn table(
        &self,
        schema: &str,
        name: &str,
    ) -> Result<Option<TableDescription>, QueryError> {
        let rows = self.ask(TABLE, &[schema, name]).await?;
        rows.first().map(|row| document(row)).transpose()
    }
}

fn document<T: for<'de> Deserialize<'de>>(row: &[Option<String>]) -> Result<T, QueryError> {
    let text = row.first().and_then(Option::as_deref).unwrap_or("null");
    serde_json::from_str(text).map_err(|error| QueryError::Protocol(error.to_string()))
}
