//! [`ColumnDocuments`]: one document for every column of a database.

use serde_json::json;
use toolwright_engines::{
    postgres::{Database, QueryError, TableColumn},
    vectors::Metadata,
};

use super::{column_text::column_text, document::Document};

/// The metadata key with the name of the database that a column belongs to.
pub(super) const FROM_DB: &str = "from_db";

/// Why the columns cannot be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum ColumnDocumentsError {
    /// The database does not answer.
    #[error(transparent)]
    Database(#[from] QueryError),
    /// There is nothing to read. Most likely the role lacks rights, so nothing is removed from the
    /// collection.
    #[error("the database has no column that its role may read: the collection was not changed")]
    None,
}

/// The columns of a database as documents.
#[derive(Debug)]
pub(super) struct ColumnDocuments {
    pub(super) database: String,
    pub(super) documents: Vec<Document>,
}

impl ColumnDocuments {
    /// Reads the columns that the role may read.
    pub(super) async fn read(database: &Database) -> Result<Self, ColumnDocumentsError> {
        let columns = database.columns().await?;
        let first = columns.first().ok_or(ColumnDocumentsError::None)?;
        Ok(Self {
            database: first.database.clone(),
            documents: columns.iter().map(document).collect(),
        })
    }
}

/// Creates the document of a column. The schema is left out if it is in the search path.
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
    let text = column_text(&short, name, type_name, column.comment.as_deref());
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
    // Columns of several databases may have the same name.
    let id = format!("{database}/{path}");
    Document::new(Some(id), text, Some(metadata))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_is_named_as_in_a_query() {
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
