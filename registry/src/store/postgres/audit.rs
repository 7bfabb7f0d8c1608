//! [`PostgresAudit`]: who changed what, for all servers of a database.

use serde_json::{Map, Value};
use tokio_postgres::types::{ToSql, Type};
use toolwright_base::cut_text;

use super::{
    database::{RegistryDatabase, store_error, within},
    migrations,
};
use crate::store::StoreError;

/// The bytes of the longest texts of the table.
const MAX_TEXT: usize = 255;
const WRITE: &str = "INSERT INTO {schema}.audit (at, by, action, subject, detail)
    VALUES ($1::text::timestamptz, $2, $3, $4, $5::text::jsonb)";

/// Keeps who changed what in the table `audit`.
#[derive(Debug, Clone)]
pub struct PostgresAudit(RegistryDatabase);

/// A change, or what somebody was not allowed to do.
#[derive(Debug)]
pub struct AuditRow<'a> {
    /// When it was, as `2026-11-16T09:30:00.000Z`.
    pub at: &'a str,
    /// The user.
    pub by: &'a str,
    /// The operation.
    pub action: &'a str,
    /// The name of what was changed.
    pub subject: &'a str,
    /// More about it, without values.
    pub detail: Map<String, Value>,
}

impl PostgresAudit {
    /// Creates the log in a database.
    pub(super) const fn new(database: RegistryDatabase) -> Self {
        Self(database)
    }

    /// Adds a row.
    ///
    /// # Errors
    /// If the database cannot be used.
    pub async fn write(&self, row: AuditRow<'_>) -> Result<(), StoreError> {
        let database = migrations::migrated(&self.0).await?;
        let client = database.client().await?;
        let (by, action) = (cut_text(row.by, MAX_TEXT), cut_text(row.action, MAX_TEXT));
        let (by, action) = (by.as_ref(), action.as_ref());
        let subject = cut_text(row.subject, MAX_TEXT);
        let (subject, detail) = (subject.as_ref(), Value::Object(row.detail).to_string());
        let values: [(&(dyn ToSql + Sync), Type); 5] = [
            (&row.at, Type::TEXT),
            (&by, Type::TEXT),
            (&action, Type::TEXT),
            (&subject, Type::TEXT),
            (&detail, Type::TEXT),
        ];
        let sql = database.sql(WRITE);
        let written = within(async {
            let written = client.execute_typed(&sql, &values).await;
            written.map(drop).map_err(|error| store_error(&error))
        });
        let written = written.await;
        RegistryDatabase::finish(client, written).await
    }
}
