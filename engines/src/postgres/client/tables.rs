//! The tables that the role may read, and their columns, keys and indexes.

use serde::{Deserialize, Serialize};

use super::{database::Database, error::QueryError};

/// A table or view in the list of tables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSummary {
    /// The schema.
    pub schema: String,
    /// The name.
    pub name: String,
    /// The kind: `table`, `view`, `materialized view` or `foreign table`.
    pub kind: String,
    /// The comment in the database.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// The estimated number of rows, if the table was ever analyzed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row_estimate: Option<u64>,
}

/// A table with its columns, keys and indexes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableDescription {
    /// The table.
    #[serde(flatten)]
    pub table: TableSummary,
    /// The columns, in their order.
    pub columns: Vec<ColumnDescription>,
    /// The columns of the primary key.
    pub primary_key: Vec<String>,
    /// The foreign keys.
    pub foreign_keys: Vec<ForeignKey>,
    /// The columns of each unique constraint.
    pub(crate) unique: Vec<Vec<String>>,
    /// The indexes.
    pub(crate) indexes: Vec<Index>,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnDescription {
    /// The name.
    pub name: String,
    /// The name of the type in SQL.
    #[serde(rename = "type")]
    pub type_name: String,
    /// Whether it may be null.
    pub nullable: bool,
    /// The expression of the default value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) default: Option<String>,
    /// The comment in the database.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

/// A foreign key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForeignKey {
    /// The columns of this table.
    pub columns: Vec<String>,
    /// The schema of the referenced table.
    pub schema: String,
    /// The referenced table.
    pub table: String,
    /// The referenced columns.
    pub referenced: Vec<String>,
}

/// A column in the list of all columns.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct TableColumn {
    /// The database.
    pub database: String,
    /// The qualified name, unique in the database: `shop.users."E-mail"`.
    pub path: String,
    /// The schema of its table.
    pub schema: String,
    /// The table.
    pub table: String,
    /// The name.
    pub name: String,
    /// The name of the type in SQL.
    #[serde(rename = "type")]
    pub type_name: String,
    /// The comment in the database.
    pub comment: Option<String>,
    /// Whether the table is found without the name of its schema.
    pub is_visible: bool,
}

/// An index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Index {
    /// The name.
    pub(crate) name: String,
    /// The statement that creates it.
    pub(crate) definition: String,
}

/// Selects each table as a JSON document. Partitions are left out, partitioned tables are not.
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

/// The selection of tables as JSON documents. Columns that the role may not read are left out.
macro_rules! table_documents {
    () => {
        "
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
"
    };
}

/// Selects one table as a JSON document.
const TABLE: &str = concat!(
    table_documents!(),
    "WHERE n.nspname = $1 AND c.relname = $2 AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
    AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
    AND pg_catalog.has_any_column_privilege(c.oid, 'SELECT')"
);

/// Selects all tables as JSON documents. Partitions are left out, partitioned tables are not.
const DESCRIBED_TABLES: &str = concat!(
    table_documents!(),
    "WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
    AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
    AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
    AND pg_catalog.has_any_column_privilege(c.oid, 'SELECT')
ORDER BY n.nspname, c.relname LIMIT 5000"
);

/// Selects the names of the functions that are found without the name of a schema.
const FUNCTIONS: &str = "
SELECT DISTINCT p.proname FROM pg_catalog.pg_proc p
WHERE p.prokind IN ('f', 'a', 'w') AND pg_catalog.pg_function_is_visible(p.oid)
    AND p.proname ~ '^[a-z][a-z0-9_]*$' AND p.proname NOT LIKE 'pg\\_%'
ORDER BY p.proname LIMIT 5000";

/// Selects each column that the role may read as a JSON document.
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
    /// Returns the columns that the role may read, ordered by table.
    ///
    /// # Errors
    /// If the query fails.
    pub async fn columns(&self) -> Result<Vec<TableColumn>, QueryError> {
        let rows = self.query(COLUMNS, &[]).await?;
        rows.iter().map(|row| document(row)).collect()
    }

    /// Returns the tables and views that the role may read, without those of the system.
    ///
    /// # Errors
    /// If the query fails.
    pub async fn tables(&self) -> Result<Vec<TableSummary>, QueryError> {
        let rows = self.query(TABLES, &[]).await?;
        rows.iter().map(|row| document(row)).collect()
    }

    /// Returns the tables and views that the role may read with their columns, without those of the
    /// system.
    ///
    /// # Errors
    /// If the query fails.
    pub async fn described_tables(&self) -> Result<Vec<TableDescription>, QueryError> {
        let rows = self.query(DESCRIBED_TABLES, &[]).await?;
        rows.iter().map(|row| document(row)).collect()
    }

    /// Returns the names of the functions that are found without the name of a schema.
    ///
    /// # Errors
    /// If the query fails.
    pub async fn functions(&self) -> Result<Vec<String>, QueryError> {
        let rows = self.query(FUNCTIONS, &[]).await?;
        Ok(rows.into_iter().flatten().flatten().collect())
    }

    /// Returns a table, if it exists and the role may read it.
    ///
    /// # Errors
    /// If the query fails.
    pub async fn table(
        &self,
        schema: &str,
        name: &str,
    ) -> Result<Option<TableDescription>, QueryError> {
        let rows = self.query(TABLE, &[schema, name]).await?;
        rows.first().map(|row| document(row)).transpose()
    }
}

fn document<T: for<'de> Deserialize<'de>>(row: &[Option<String>]) -> Result<T, QueryError> {
    let text = row.first().and_then(Option::as_deref).unwrap_or("null");
    serde_json::from_str(text).map_err(|error| QueryError::Protocol(error.to_string()))
}
