//! The tables of the registry, in steps that are applied once and in order.
//!
//! A step is a file here, which never changes once it was released: its hash is kept beside its
//! number, and a database with another one is refused. There is no way back. Servers that start at
//! once wait for each other, and only the first applies a step.

use std::fmt::Write as _;

use deadpool_postgres::Object;
use sha2::{Digest as _, Sha256};
use toolwright_base::Hexadecimal;

use super::database::{RegistryDatabase, SchemaName, store_error, within};
use crate::store::StoreError;

/// A step.
struct Migration {
    version: i64,
    name: &'static str,
    sql: &'static str,
}

const MIGRATIONS: &[Migration] = &[
    Migration {
        version: 1,
        name: "tables",
        sql: include_str!("migrations/001_tables.sql"),
    },
    Migration {
        version: 2,
        name: "changes",
        sql: include_str!("migrations/002_changes.sql"),
    },
    Migration {
        version: 3,
        name: "custom_tool_views",
        sql: include_str!("migrations/003_custom_tool_views.sql"),
    },
    Migration {
        version: 4,
        name: "agents",
        sql: include_str!("migrations/004_agents.sql"),
    },
    Migration {
        version: 5,
        name: "limits_and_log",
        sql: include_str!("migrations/005_limits_and_log.sql"),
    },
    Migration {
        version: 6,
        name: "accounts",
        sql: include_str!("migrations/006_accounts.sql"),
    },
    Migration {
        version: 7,
        name: "servers",
        sql: include_str!("migrations/007_servers.sql"),
    },
];

/// The lock of those who apply steps, for all schemas of a database.
const LOCK: i64 = 0x746f_6f6c_7772_6967;

impl Migration {
    /// Returns the hash that is kept of a step.
    fn checksum(&self) -> String {
        Hexadecimal(&Sha256::digest(self.sql)).to_string()
    }

    /// Returns the statements that apply the step and note it.
    fn statements(&self, schema: &SchemaName) -> String {
        let (version, name, checksum) = (self.version, self.name, self.checksum());
        let schema = schema.as_str();
        format!(
            "SET LOCAL search_path = {schema}, pg_catalog;\n{sql}\n\
             INSERT INTO {schema}.schema_migrations (version, name, checksum) VALUES ({version}, '{name}', '{checksum}');\n",
            sql = self.sql.trim_end()
        )
    }
}

/// Returns the statements that the first step needs.
fn preparation(schema: &SchemaName, is_schema_missing: bool) -> String {
    let schema = schema.as_str();
    let mut sql = String::new();
    if is_schema_missing {
        let _ = writeln!(sql, "CREATE SCHEMA IF NOT EXISTS {schema};");
    }
    let _ = writeln!(
        sql,
        "CREATE TABLE IF NOT EXISTS {schema}.schema_migrations (version bigint PRIMARY KEY, name text NOT NULL, \
         checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());"
    );
    sql
}

/// Returns all steps after `applied` as a script, for those whose databases are changed by others.
pub fn migrations_sql(schema: &SchemaName, applied: i64) -> String {
    let mut sql = String::new();
    if applied == 0 && !MIGRATIONS.is_empty() {
        sql.push_str(&preparation(schema, true));
    }
    for step in MIGRATIONS.iter().filter(|step| step.version > applied) {
        let _ = write!(sql, "\nBEGIN;\n{}COMMIT;\n", step.statements(schema));
    }
    sql
}

/// Returns the number of the last step that was applied.
///
/// # Errors
/// If the database cannot be used, or has the tables of another version of this program.
pub(super) async fn applied(database: &RegistryDatabase) -> Result<i64, StoreError> {
    let client = database.client().await?;
    let result = within(applied_on(&client, database.schema())).await;
    RegistryDatabase::finish(client, result).await
}

/// Applies the steps that are missing. Returns how many they were.
///
/// # Errors
/// As [`applied`].
pub(super) async fn migrate(database: &RegistryDatabase) -> Result<usize, StoreError> {
    database.create_if_missing().await?;
    let mut client = database.client().await?;
    let result = within(apply_missing(&mut client, database.schema())).await;
    RegistryDatabase::finish(client, result).await
}

/// Returns the database when its tables are those of this program.
///
/// # Errors
/// As [`applied`].
pub(super) async fn migrated(database: &RegistryDatabase) -> Result<&RegistryDatabase, StoreError> {
    let migrate = || async { migrate(database).await.map(drop) };
    database.migrated_cell().get_or_try_init(migrate).await?;
    Ok(database)
}

async fn applied_on(
    client: &tokio_postgres::Client,
    schema: &SchemaName,
) -> Result<i64, StoreError> {
    let table = format!("{}.schema_migrations", schema.as_str());
    let failed = |error| store_error(&error);
    // Not `to_regclass`: it may still know that there was no table before the lock was waited for.
    let found = client
        .query_typed_one(
            "SELECT EXISTS (SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace \
             WHERE nspname = $1 AND relname = 'schema_migrations')",
            &[(&schema.as_str(), tokio_postgres::types::Type::TEXT)],
        )
        .await
        .map_err(failed)?;
    if !found.get::<_, bool>(0) {
        return Ok(0);
    }
    let sql = format!("SELECT version, checksum FROM {table} ORDER BY version");
    let rows = client.query_typed(&sql, &[]).await.map_err(failed)?;
    let rows = rows.iter().map(|row| (row.get(0), row.get(1)));
    check(&rows.collect::<Vec<(i64, String)>>())
}

/// Returns the number of the last step, if the steps are those of this program.
fn check(rows: &[(i64, String)]) -> Result<i64, StoreError> {
    let known = MIGRATIONS.last().map_or(0, |step| step.version);
    for (version, checksum) in rows {
        let Some(step) = MIGRATIONS.iter().find(|step| step.version == *version) else {
            let why = format!(
                "have version {version}, and this program knows up to {known}: use a newer `toolwright`"
            );
            return Err(StoreError::Schema { why });
        };
        if *checksum != step.checksum() {
            let why = format!(
                "were not made by this program: step {version} (`{}`) has another checksum",
                step.name
            );
            return Err(StoreError::Schema { why });
        }
    }
    Ok(rows.last().map_or(0, |(version, _)| *version))
}

async fn apply_missing(client: &mut Object, schema: &SchemaName) -> Result<usize, StoreError> {
    let known = MIGRATIONS.last().map_or(0, |step| step.version);
    // Without a lock and without the right to create anything, as an account has that only writes.
    if applied_on(client, schema).await? == known {
        return Ok(0);
    }
    let mut count = 0;
    loop {
        let next = apply_next(client, schema).await?;
        if !next {
            return Ok(count);
        }
        count += 1;
    }
}

/// Applies the next step in a transaction of its own. Returns whether there was one.
async fn apply_next(client: &mut Object, schema: &SchemaName) -> Result<bool, StoreError> {
    let failed = |error| store_error(&error);
    let transaction = client.transaction().await.map_err(failed)?;
    // Until the end of the transaction, also through a pooler.
    let lock = format!("SELECT pg_advisory_xact_lock({LOCK})");
    transaction.batch_execute(&lock).await.map_err(failed)?;
    let applied = applied_on(transaction.client(), schema).await?;
    let Some(step) = MIGRATIONS.iter().find(|step| step.version > applied) else {
        return Ok(false);
    };
    if applied == 0 {
        let found = transaction
            .query_typed_one(
                "SELECT NOT EXISTS (SELECT FROM pg_namespace WHERE nspname = $1)",
                &[(&schema.as_str(), tokio_postgres::types::Type::TEXT)],
            )
            .await
            .map_err(failed)?;
        let sql = preparation(schema, found.get(0));
        transaction.batch_execute(&sql).await.map_err(failed)?;
    }
    let sql = step.statements(schema);
    transaction.batch_execute(&sql).await.map_err(failed)?;
    transaction.commit().await.map_err(failed)?;
    tracing::info!(
        "the registry's tables: step {} (`{}`)",
        step.version,
        step.name
    );
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_numbered_without_a_gap() {
        let versions: Vec<_> = MIGRATIONS.iter().map(|step| step.version).collect();
        let expected: Vec<_> = (1..).take(versions.len()).collect();
        assert_eq!(versions, expected);
    }

    #[test]
    fn tables_of_another_program_are_refused() {
        let own = |version: usize| {
            let step = &MIGRATIONS[version - 1];
            (step.version, step.checksum())
        };
        assert_eq!(check(&[]).unwrap(), 0);
        assert_eq!(check(&[own(1), own(2)]).unwrap(), 2);
        let newer = check(&[own(1), (99, String::new())]).unwrap_err();
        assert_eq!(
            newer.to_string(),
            "the tables of the registry have version 99, and this program knows up to 7: use a newer `toolwright`"
        );
        let other = check(&[(1, "other".into())]).unwrap_err();
        assert_eq!(
            other.to_string(),
            "the tables of the registry were not made by this program: step 1 (`tables`) has another checksum"
        );
    }
}
