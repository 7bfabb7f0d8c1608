//! [`PostgresPins`]: the definitions of other MCP servers that were seen first, in a database.

use std::collections::BTreeMap;

use tokio_postgres::{
    Client,
    types::{ToSql, Type},
};
use toolwright_gateway::{MergePins, PinStore, SharedPins};

use crate::store::{PostgresRegistry, RegistryDatabase, StoreError, store_error};

const READ: &str = "SELECT state.pins, it.server, it.pins FROM {schema}.registry_state AS state
    LEFT JOIN {schema}.server_pins AS it ON it.revision > $1";
const LOCK: &str = "SET LOCAL lock_timeout = '10s'; SET LOCAL statement_timeout = '20s';
    SELECT 1 FROM {schema}.registry_state FOR UPDATE";
const NEXT: &str = "UPDATE {schema}.registry_state SET pins = pins + 1 RETURNING pins";
const WRITE: &str = "INSERT INTO {schema}.server_pins (server, pins, revision) VALUES ($1, $2, $3)
    ON CONFLICT (server) DO UPDATE SET pins = excluded.pins, revision = excluded.revision, updated_at = now()";

/// The definitions of other MCP servers that were seen first, in a database: an approval counts for all servers.
#[derive(Debug)]
pub struct PostgresPins(PostgresRegistry);

impl PostgresPins {
    /// Creates the store in the database of a registry.
    pub const fn new(registry: PostgresRegistry) -> Self {
        Self(registry)
    }
}

impl PinStore for PostgresPins {
    fn read(&self, known: u64) -> Result<SharedPins, String> {
        let read = self
            .0
            .run(async |client, database| read(client, database, known).await);
        read.map_err(|error| error.to_string())
    }

    fn store(&self, known: u64, merge: &mut MergePins<'_>) -> Result<u64, String> {
        let stored = self.0.run(async |client, database| {
            let failed = |error| store_error(&error);
            let transaction = client.transaction().await.map_err(failed)?;
            let locked = transaction.batch_execute(&database.sql(LOCK)).await;
            locked.map_err(failed)?;
            let present = read(transaction.client(), database, known).await?;
            let latest = present.version;
            let pins = merge(present);
            if pins.is_empty() {
                return Ok(latest);
            }
            let next = transaction.query_typed_one(&database.sql(NEXT), &[]).await;
            let next: i64 = next.map_err(failed)?.get(0);
            for (server, text) in &pins {
                let values: [(&(dyn ToSql + Sync), Type); 3] = [
                    (server, Type::TEXT),
                    (text, Type::TEXT),
                    (&next, Type::INT8),
                ];
                let sql = database.sql(WRITE);
                let written = transaction.execute_typed(&sql, &values).await;
                written.map_err(failed)?;
            }
            transaction.commit().await.map_err(failed)?;
            Ok(next.unsigned_abs())
        });
        stored.map_err(|error| error.to_string())
    }
}

async fn read(
    client: &Client,
    database: &RegistryDatabase,
    known: u64,
) -> Result<SharedPins, StoreError> {
    let known = i64::try_from(known).unwrap_or(i64::MAX);
    let rows = client
        .query_typed(&database.sql(READ), &[(&known, Type::INT8)])
        .await;
    let rows = rows.map_err(|error| store_error(&error))?;
    let version = rows.first().map_or(0, |row| row.get::<_, i64>(0));
    let pins = |row: &tokio_postgres::Row| Some((row.get::<_, Option<String>>(1)?, row.get(2)));
    Ok(SharedPins {
        version: version.unsigned_abs(),
        changed: rows.iter().filter_map(pins).collect::<BTreeMap<_, _>>(),
    })
}
