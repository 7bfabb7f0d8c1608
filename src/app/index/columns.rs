//! [`columns_of`]: a document for every column of a database.

use serde_json::json;

use super::{column, document::Document};
use crate::data::{
    postgres::{Database, QueryError, TableColumn},
    vectors::Metadata,
};

/// A document for every column that the role may read.
pub(super) async fn columns_of(database: &Database) -> Result<Vec<Document>, QueryError> {
    let columns = database.columns().await?;
    Ok(columns.iter().map(document).collect())
}

/// A table that is found without its schema's name is called without it.
fn document(column: &TableColumn) -> Document {
    let TableColumn {
        schema,
        table,
        name,
        type_name,
        ..
    } = column;
    let short = match column.is_visible {
        true => table.clone(),
        false => format!("{schema}.{table}"),
    };
    let text = column::document(&short, name, type_name, column.comment.as_deref());
    let metadata: Metadata = [
        ("schema", schema),
        ("table", table),
        ("column", name),
        ("type", type_name),
    ]
    .map(|(key, value)| (key.to_owned(), json!(value)))
    .into_iter()
    .collect();
    Document::new(None, text, Some(metadata))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_is_called_as_a_query_would_call_it() {
        let mut column = TableColumn {
            schema: "public".into(),
            table: "users".into(),
            name: "email".into(),
            type_name: "character varying(255)".into(),
            comment: Some("주소".into()),
            is_visible: true,
        };
        assert_eq!(document(&column).text, "users.email VARCHAR(255) 주소");
        column.is_visible = false;
        column.comment = None;
        assert_eq!(document(&column).text, "public.users.email VARCHAR(255)");
    }
}
