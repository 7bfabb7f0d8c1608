//! [`PostgresServers`]: the entries of other MCP servers in a database.

use std::{fmt, sync::Arc};

use deadpool_postgres::Object;
use serde_json::{Map, Value, json};
use tokio_postgres::{
    Client,
    types::{ToSql, Type},
};
use toolwright::BoxFuture;
use toolwright_gateway::ServerConfig;

use super::{
    entry::{KEY, ServersError, check_entry},
    mcp_file::read_mcp_file,
    servers::Servers,
    store::{MAX_BYTES, ServerChange, ServerEdit, ServerStore},
};
use crate::{
    sealing::SecretKeys,
    store::{NewsReceiver, PostgresRegistry, RegistryDatabase, StoreError, store_error},
};

/// The name under which the text of a copied file is kept.
const FILE: &str = "mcp.json";
const PLACE: &str = "the registry's database";

const READ: &str =
    "SELECT name, is_active, config::text FROM {schema}.mcp_servers WHERE deleted_at IS NULL
    ORDER BY created_at, id";
const VERSION: &str = "SELECT servers FROM {schema}.registry_state";
const COPIED: &str = "SELECT content FROM {schema}.copied_files WHERE name = $1";
const BEGIN: &str = "SET LOCAL lock_timeout = '10s'; SET LOCAL statement_timeout = '20s';
    SET LOCAL toolwright.servers = 'on';
    UPDATE {schema}.registry_state SET servers = servers + 1";
const UPDATE: &str = "UPDATE {schema}.mcp_servers SET config = $2::text::jsonb, is_active = $3
    WHERE name = $1 AND deleted_at IS NULL";
const INSERT: &str = "INSERT INTO {schema}.mcp_servers (name, config, is_active, created_at)
    VALUES ($1, $2::text::jsonb, $3, clock_timestamp())";
const REMOVE: &str =
    "UPDATE {schema}.mcp_servers SET deleted_at = now() WHERE name = $1 AND deleted_at IS NULL";
const KEEP_TEXT: &str = "INSERT INTO {schema}.copied_files (name, content) VALUES ($1, $2)
    ON CONFLICT (name) DO UPDATE SET content = excluded.content";

impl Servers {
    /// The servers in a database, whose credentials are sealed with `keys`.
    pub fn in_database(registry: PostgresRegistry, keys: SecretKeys) -> Self {
        let news = registry.subscribe();
        let store = PostgresServers { registry, news };
        Self::of(Arc::new(store), keys)
    }
}

/// The entries in a database that several servers share.
struct PostgresServers {
    registry: PostgresRegistry,
    news: NewsReceiver,
}

impl fmt::Debug for PostgresServers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PostgresServers")
            .field(&self.registry)
            .finish()
    }
}

impl From<StoreError> for ServersError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Away { why } => Self::Away(why),
            error => Self::Unusable(error.to_string()),
        }
    }
}

impl ServerStore for PostgresServers {
    fn place(&self) -> String {
        PLACE.to_owned()
    }

    fn version(&self) -> Result<u128, ServersError> {
        let version = self.registry.run(async |client, database| {
            let row = client.query_typed_one(&database.sql(VERSION), &[]).await;
            let row = row.map_err(|error| store_error(&error))?;
            Ok(row.get::<_, i64>(0).unsigned_abs())
        })?;
        Ok(version.into())
    }

    fn changed(&self) -> BoxFuture<'_, ()> {
        Box::pin(self.registry.changed(&self.news))
    }

    /// An entry that is not valid is left out, and harms no other.
    fn read(&self, keys: &SecretKeys) -> Result<Vec<ServerConfig>, ServersError> {
        let mut entries = self.entries()?;
        entries.retain(|name, entry| {
            let problem = match entry.as_object() {
                Some(entry) => check_entry(name, entry, keys).err(),
                None => Some(ServersError::Unusable("it is no object".to_owned())),
            };
            if let Some(problem) = &problem {
                tracing::error!("the MCP server `{name}` in {PLACE} is left out: {problem}");
            }
            problem.is_none()
        });
        Ok(read_mcp_file(
            PLACE,
            &json!({KEY: entries}).to_string(),
            keys,
        )?)
    }

    fn entries(&self) -> Result<Map<String, Value>, ServersError> {
        let read = async |client: &mut Object, database: &RegistryDatabase| {
            entries(client, database).await
        };
        Ok(self.registry.run(read)?)
    }

    fn text(&self) -> Result<Option<String>, ServersError> {
        Ok(self.registry.run(async |client, database| {
            let sql = database.sql(COPIED);
            let row = client.query_typed_opt(&sql, &[(&FILE, Type::TEXT)]).await;
            let row = row.map_err(|error| store_error(&error))?;
            Ok(row.map(|row| row.get(0)))
        })?)
    }

    fn change(&self, change: &mut ServerChange<'_>) -> Result<(), ServersError> {
        self.registry
            .run(async |client, database| make(client, database, change).await)?
    }
}

async fn entries(
    client: &Client,
    database: &RegistryDatabase,
) -> Result<Map<String, Value>, StoreError> {
    let rows = client.query_typed(&database.sql(READ), &[]).await;
    let rows = rows.map_err(|error| store_error(&error))?;
    let entry = |row: &tokio_postgres::Row| {
        let mut config: Value = serde_json::from_str(row.get(2)).unwrap_or_default();
        if let (Some(entry), false) = (config.as_object_mut(), row.get(1)) {
            entry.insert("disabled".to_owned(), json!(true));
        }
        (row.get(0), config)
    };
    Ok(rows.iter().map(entry).collect())
}

/// Makes a change, all or nothing. The outer error is that of the database, the inner one that of `change`.
async fn make(
    client: &mut Object,
    database: &RegistryDatabase,
    change: &mut ServerChange<'_>,
) -> Result<Result<(), ServersError>, StoreError> {
    let failed = |error| store_error(&error);
    let transaction = client.transaction().await.map_err(failed)?;
    // The first statement takes the lock of all changes.
    let begin = transaction.batch_execute(&database.sql(BEGIN)).await;
    begin.map_err(failed)?;
    let edits = match change(&entries(transaction.client(), database).await?) {
        Ok(edits) if edits.is_empty() => return Ok(Ok(())),
        Ok(edits) => edits,
        Err(refused) => return Ok(Err(refused)),
    };
    for edit in edits {
        write(transaction.client(), database, edit).await?;
    }
    let all = entries(transaction.client(), database).await?;
    if json!(all).to_string().len() as u64 > MAX_BYTES {
        let why = format!("the entries of all MCP servers would be longer than {MAX_BYTES} bytes");
        return Ok(Err(ServersError::Unusable(why)));
    }
    transaction.commit().await.map_err(failed)?;
    Ok(Ok(()))
}

async fn write(
    client: &Client,
    database: &RegistryDatabase,
    edit: ServerEdit,
) -> Result<(), StoreError> {
    let run = async |sql: &str, values: &[(&(dyn ToSql + Sync), Type)]| {
        let done = client.execute_typed(&database.sql(sql), values).await;
        done.map_err(|error| store_error(&error))
    };
    match edit {
        ServerEdit::Put(name, mut entry) | ServerEdit::Patch(name, mut entry) => {
            let is_active = entry.shift_remove("disabled") != Some(json!(true));
            let config = Value::Object(entry).to_string();
            let values: [(&(dyn ToSql + Sync), Type); 3] = [
                (&name, Type::TEXT),
                (&config, Type::TEXT),
                (&is_active, Type::BOOL),
            ];
            if run(UPDATE, &values).await? == 0 {
                run(INSERT, &values).await?;
            }
        }
        ServerEdit::Remove(name) => drop(run(REMOVE, &[(&name, Type::TEXT)]).await?),
        ServerEdit::Text(text) => {
            run(KEEP_TEXT, &[(&FILE, Type::TEXT), (&text, Type::TEXT)]).await?;
        }
    }
    Ok(())
}
