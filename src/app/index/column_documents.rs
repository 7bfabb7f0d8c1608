//! [`Columns`]: a document for every column of a database.

use serde_json::json;

use super::{column_text, document::Document};
use crate::data::{
    postgres::{Database, QueryError, TableColumn},
    vectors::Metadata,
};

/// The key in the metadata of a document that says of which database it is a column.
pub(super) const FROM_DB: &str = "from_db";

/// Why no documents can be made.
#[derive(Debug, thiserror::Error)]
pub(super) enum ColumnsError {
    /// The database does not answer.
    #[error(transparent)]
    Database(#[from] QueryError),
    /// There is nothing to read: most likely for want of rights, so that nothing is taken out of the collection either.
    #[error("the database has no column that its role may read: nothing was changed")]
    None,
}

/// The columns of a database as documents.
#[derive(Debug)]
pub(super) struct Columns {
    /// The name of the database.
    pub(super) database: String,
    /// One for every column that the role may read.
    pub(super) documents: Vec<Document>,
}

impl Columns {
    pub(super) async fn of(database: &Database) -> Result<Self, ColumnsError> {
        let columns = database.columns().await?;
        let first = columns.first().ok_or(ColumnsError::None)?;
        Ok(Self {
            database: first.database.clone(),
            documents: columns.iter().map(document).collect(),
        })
    }
}

/// A table that is found without its schema's name is called without it.
fn document(column: &TableColumn) -> Document {
    let TableColumn {
        database,
        path,
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
    let text = column_text::document(&short, name, type_name, column.comment.as_deref());
    let metadata: Metadata = [
        (FROM_DB, database),
        ("schema", schema),
        ("table", table),
        ("column", name),
        ("type", type_name),
    ]
    .map(|(key, value)| (key.to_owned(), json!(value)))
    .into_iter()
    .collect();
    // Of several databases, whose columns may be called alike.
    let id = format!("{database}/{path}");
    Document::new(Some(id), text, Some(metadata))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_is_called_as_a_query_would_call_it() {
        let mut column = TableColumn {
            database: "shop".into(),
            path: "public.users.email".into(),
            schema: "public".into(),
            table: "users".into(),
            name: "email".into(),
            type_name: "character varying(255)".into(),
            comment: Some("주소".into()),
            is_visible: true,
        };
        assert_eq!(document(&column).text, "users.email VARCHAR(255) 주소");
        assert_eq!(document(&column).id, "shop/public.users.email");
        column.is_visible = false;
        column.comment = None;
        assert_eq!(document(&column).text, "public.users.email VARCHAR(255)");
    }
}
