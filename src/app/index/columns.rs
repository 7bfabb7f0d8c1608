//! [`columns_of`]: a document for every column of a database.

use serde_json::json;

use super::{column, document::Document};
use crate::data::{
    postgres::{Database, QueryError},
    vectors::Metadata,
};

/// The columns that the role may read, in the order of their tables. A table that is found without its schema's name is called without it.
const COLUMNS: &str = "
    SELECT namespace.nspname, class.relname, attribute.attname, pg_catalog.format_type(attribute.atttypid, attribute.atttypmod),
           pg_catalog.col_description(class.oid, attribute.attnum), pg_catalog.pg_table_is_visible(class.oid)
      FROM pg_catalog.pg_class class
      JOIN pg_catalog.pg_namespace namespace ON namespace.oid = class.relnamespace
      JOIN pg_catalog.pg_attribute attribute ON attribute.attrelid = class.oid
     WHERE class.relkind IN ('r', 'p', 'v', 'm', 'f') AND attribute.attnum > 0 AND NOT attribute.attisdropped
       AND namespace.nspname NOT IN ('pg_catalog', 'information_schema') AND namespace.nspname NOT LIKE 'pg\\_%'
       AND pg_catalog.has_schema_privilege(namespace.oid, 'USAGE')
       AND pg_catalog.has_column_privilege(class.oid, attribute.attnum, 'SELECT')
     ORDER BY 1, 2, attribute.attnum";

/// A document for every column that the role may read.
pub(super) async fn columns_of(database: &Database) -> Result<Vec<Document>, QueryError> {
    let rows = database.ask(COLUMNS, &[]).await?;
    Ok(rows.iter().filter_map(|row| document(row)).collect())
}

fn document(row: &[Option<String>]) -> Option<Document> {
    let [
        Some(schema),
        Some(table),
        Some(name),
        Some(type_name),
        comment,
        Some(is_visible),
    ] = row
    else {
        return None;
    };
    let short = match is_visible.as_str() {
        "t" => table.clone(),
        _ => format!("{schema}.{table}"),
    };
    let text = column::document(&short, name, type_name, comment.as_deref());
    let metadata: Metadata = [
        ("schema", schema),
        ("table", table),
        ("column", name),
        ("type", type_name),
    ]
    .map(|(key, value)| (key.to_owned(), json!(value)))
    .into_iter()
    .collect();
    Some(Document::new(None, text, Some(metadata)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(row: [Option<&str>; 6]) -> Option<String> {
        let row = row.map(|value| value.map(str::to_owned));
        document(&row).map(|document| document.text)
    }

    #[test]
    fn a_column_is_called_as_a_query_would_call_it() {
        let mut row = [
            Some("public"),
            Some("users"),
            Some("email"),
            Some("character varying(255)"),
            Some("주소"),
            Some("t"),
        ];
        assert_eq!(text(row).as_deref(), Some("users.email VARCHAR(255) 주소"));
        row[5] = Some("f");
        row[4] = None;
        assert_eq!(
            text(row).as_deref(),
            Some("public.users.email VARCHAR(255)")
        );
    }
}
