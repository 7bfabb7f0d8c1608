//! [`TestSchema`]: a schema and a login role for one test, on the server that all tests share.

use std::{
    env,
    sync::Arc,
    time::{Duration, Instant},
};

use serde_json::Value;
use tokio_postgres::{Client, Config, NoTls, config::Host as AdminHost};
use toolwright_base::token;

use crate::postgres::{
    Address, Database, DatabaseOptions, Host, QueryError, Table, Tls, client::Sql,
    render::ReadLimits,
};

const VARIABLE: &str = "TOOLWRIGHT_TEST_POSTGRES";

/// Returns how to connect to the shared server as its superuser.
pub(in crate::postgres) fn superuser() -> Config {
    let text = env::var(VARIABLE).unwrap_or_else(|_| {
        panic!("`{VARIABLE}` must be a connection string of a PostgreSQL superuser")
    });
    text.parse().unwrap()
}

/// Connects with the usual driver.
pub(in crate::postgres) async fn administrator(config: &Config) -> Client {
    let (client, connection) = config.connect(NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}

/// A schema and a login role for one test.
pub(in crate::postgres) struct TestSchema {
    pub(in crate::postgres) admin: Client,
    pub(in crate::postgres) name: String,
    pub(in crate::postgres) address: Address,
}

impl TestSchema {
    pub(in crate::postgres) async fn new() -> Self {
        let config = superuser();
        let admin = administrator(&config).await;
        let name = format!("test_{}", token::random());
        let create = format!(
            "CREATE ROLE {name} LOGIN; CREATE SCHEMA {name};
             ALTER ROLE {name} SET search_path = {name}, public; SET search_path = {name}, public;
             GRANT USAGE ON SCHEMA {name} TO {name};
             ALTER DEFAULT PRIVILEGES IN SCHEMA {name} GRANT SELECT ON TABLES TO {name};"
        );
        admin.batch_execute(&create).await.unwrap();
        let host = match &config.get_hosts()[0] {
            AdminHost::Tcp(host) => Host::Tcp(host.clone()),
            AdminHost::Unix(folder) => Host::Unix(folder.clone()),
        };
        let address = Address {
            host,
            port: config.get_ports().first().copied().unwrap_or(5432),
            database: config.get_dbname().unwrap_or("postgres").to_owned(),
            user: name.clone(),
            password: None,
            tls: Tls::Off,
        };
        Self {
            admin,
            name,
            address,
        }
    }

    /// Returns the database, as the role of this schema sees it. It has only the connections that
    /// its queries need.
    pub(in crate::postgres) fn database(&self) -> Database {
        self.database_with(DatabaseOptions {
            min_connections: 0,
            ..DatabaseOptions::default()
        })
    }

    pub(in crate::postgres) fn database_with(&self, options: DatabaseOptions) -> Database {
        Database::new(Arc::new(self.address.clone()), options)
    }

    /// Runs statements as the superuser, in this schema.
    pub(in crate::postgres) async fn run(&self, sql: &str) {
        self.admin.batch_execute(sql).await.unwrap();
    }

    /// Counts the connections of the role that fulfil `condition`.
    pub(in crate::postgres) async fn sessions(&self, condition: &str) -> i64 {
        let sql = format!(
            "SELECT count(*) FROM pg_stat_activity WHERE usename = '{}' AND {condition}",
            self.name
        );
        self.admin.query_one(&sql, &[]).await.unwrap().get(0)
    }

    /// Waits until exactly `count` connections of the role fulfil `condition`.
    pub(in crate::postgres) async fn wait_for_sessions(&self, condition: &str, count: i64) {
        let since = Instant::now();
        loop {
            let found = self.sessions(condition).await;
            if found == count {
                return;
            }
            let waited = since.elapsed();
            assert!(
                waited < Duration::from_secs(20),
                "{found} of {count} sessions with {condition}"
            );
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }

    /// Removes the schema and the role.
    pub(in crate::postgres) async fn remove(self) {
        let name = &self.name;
        let gone = format!("DROP SCHEMA {name} CASCADE; DROP OWNED BY {name} CASCADE");
        self.admin.batch_execute(&gone).await.unwrap();
        // Fails if another database still refers to the role. The server is removed after the
        // tests.
        let gone = format!("DROP ROLE {name}");
        let _ = self.admin.batch_execute(&gone).await;
    }
}

/// Waits until all connections are idle.
pub(in crate::postgres) async fn wait_until_idle(database: &Database) {
    let since = Instant::now();
    while database.status().idle < database.status().open {
        assert!(since.elapsed() < Duration::from_secs(20));
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// Returns limits that a small result does not reach.
pub(in crate::postgres) fn limits() -> ReadLimits {
    ReadLimits {
        rows: 1000,
        bytes: 1 << 20,
        cell_bytes: 64 << 10,
        deadline: Instant::now() + Duration::from_secs(20),
    }
}

pub(in crate::postgres) async fn read(database: &Database, sql: &str) -> Result<Table, QueryError> {
    read_within(database, sql, &limits()).await
}

/// Runs SQL without the statement check, as if it were a constant of the program.
///
/// The tests of the other guards need this. There is no other way to send such a text.
pub(in crate::postgres) async fn read_within(
    database: &Database,
    sql: &str,
    limits: &ReadLimits,
) -> Result<Table, QueryError> {
    let sql = Sql::Constant(sql.to_owned().leak());
    database.read_sql(sql, &[], limits).await
}

/// Returns the records of a query as text.
pub(in crate::postgres) async fn records(database: &Database, sql: &str) -> String {
    let table = read(database, sql).await;
    let table = table.unwrap_or_else(|error| panic!("{sql}: {error}"));
    let _: Value = serde_json::from_str(table.records.get()).unwrap();
    table.records.get().to_owned()
}
