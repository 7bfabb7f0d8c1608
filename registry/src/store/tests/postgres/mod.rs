//! The store in PostgreSQL, on a real server.
//!
//! `TOOLWRIGHT_TEST_POSTGRES` is a connection string of its superuser. Each test has a schema of its own.

mod agents;
mod announcements;
mod changes;
mod copies;
mod migrations;
mod other_programs;
mod tables;

use std::{env, path::Path, sync::Arc};

use tokio_postgres::{Client, Config, NoTls, config::Host as TestHost};
use toolwright_base::token;
use toolwright_engines::postgres::{Address, Host, Tls};

use crate::{
    store::{PostgresStore, RegistryDatabase, Store as _},
    tests::engines,
};

const VARIABLE: &str = "TOOLWRIGHT_TEST_POSTGRES";

/// A schema for one test, and a client of another driver set-up.
struct TestRegistry {
    address: Address,
    schema: String,
    client: Client,
}

impl TestRegistry {
    async fn new() -> Self {
        let text = env::var(VARIABLE).unwrap_or_else(|_| panic!("`{VARIABLE}` is not set"));
        let config: Config = text.parse().unwrap();
        let host = match &config.get_hosts()[0] {
            TestHost::Tcp(host) => Host::Tcp(host.clone()),
            TestHost::Unix(folder) => Host::Unix(folder.clone()),
        };
        let address = Address {
            host,
            port: config.get_ports().first().copied().unwrap_or(5432),
            database: config.get_dbname().unwrap_or("postgres").to_owned(),
            user: config.get_user().unwrap_or("postgres").to_owned(),
            password: None,
            tls: Tls::Off,
        };
        let (client, connection) = config.connect(NoTls).await.unwrap();
        tokio::spawn(connection);
        let schema = format!("test_{}", token::random());
        let path = format!("SET search_path = {schema}");
        client.batch_execute(&path).await.unwrap();
        Self {
            address,
            schema,
            client,
        }
    }

    fn database(&self) -> RegistryDatabase {
        RegistryDatabase::new(Arc::new(self.address.clone()), self.schema.parse().unwrap())
    }

    /// Returns a store of its own, as another server has.
    fn store(&self) -> PostgresStore {
        PostgresStore::new(self.database(), engines(Path::new("/")))
    }

    async fn run(&self, sql: &str) {
        self.client.batch_execute(sql).await.unwrap();
    }

    /// Returns the first column of all rows as text.
    async fn texts(&self, sql: &str) -> Vec<String> {
        let rows = self.client.query_typed(sql, &[]).await.unwrap();
        rows.iter().map(|row| row.get(0)).collect()
    }
}

/// Returns name, definition and revision of every tool.
async fn shown(store: &PostgresStore) -> Vec<(String, String, u64)> {
    let records = store.load().await.unwrap();
    let shown = records.iter().map(|record| {
        let json = serde_json::to_string(record.spec.json()).unwrap();
        (record.spec.name().to_owned(), json, record.revision)
    });
    shown.collect()
}
