//! [`TestDatabase`]: a schema of a real PostgreSQL server for one test, and roles that see nothing else.

use std::{
    env,
    sync::atomic::{AtomicUsize, Ordering},
    time::{SystemTime, UNIX_EPOCH},
};

use tokio_postgres::{Client, Config, NoTls, config::Host};

use super::patience::soon;

/// The variable with the connection string of a superuser; `tests/run` sets it.
const VARIABLE: &str = "TOOLWRIGHT_TEST_POSTGRES";

/// The role that connects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seat {
    /// One who may do everything.
    Superuser,
    /// One who may read the tables of the schema.
    Reader,
}

/// A schema for one test. It is there until [`TestDatabase::drop_everything`], or until the cluster of the tests is gone.
pub(crate) struct TestDatabase {
    /// A superuser of the same server, with a client that we did not write.
    pub(crate) superuser: Client,
    /// The schema, which is also the start of the roles' names.
    pub(crate) schema: String,
    config: Config,
}

impl TestDatabase {
    /// A schema with nothing in it.
    pub(crate) async fn new() -> Self {
        let config = server();
        let superuser = connect(&config).await;
        let schema = unique_name();
        let made = format!(
            "CREATE SCHEMA {schema};
             CREATE ROLE {schema}_superuser LOGIN SUPERUSER PASSWORD 'secret';
             CREATE ROLE {schema}_reader LOGIN PASSWORD 'secret';
             ALTER ROLE {schema}_superuser SET search_path = {schema}, public;
             ALTER ROLE {schema}_reader SET search_path = {schema}, public;
             GRANT USAGE ON SCHEMA {schema} TO {schema}_reader;
             ALTER DEFAULT PRIVILEGES IN SCHEMA {schema} GRANT SELECT ON TABLES TO {schema}_reader;
             SET search_path = {schema}, public;"
        );
        superuser.batch_execute(&made).await.unwrap();
        Self {
            superuser,
            schema,
            config,
        }
    }

    /// The same with these tables and rows.
    pub(crate) async fn with(sql: &str) -> Self {
        let database = Self::new().await;
        database.superuser.batch_execute(sql).await.unwrap();
        database
    }

    /// The role of a seat.
    pub(crate) fn role(&self, seat: Seat) -> String {
        match seat {
            Seat::Superuser => format!("{}_superuser", self.schema),
            Seat::Reader => format!("{}_reader", self.schema),
        }
    }

    /// The settings of a `toolwright` that asks from this seat.
    pub(crate) fn settings(&self, seat: Seat) -> Vec<(&'static str, String)> {
        settings_of(&self.config, &self.role(seat), "secret")
    }

    /// The first value of the first row, as text.
    pub(crate) async fn value(&self, sql: &str) -> String {
        let rows = self.superuser.simple_query(sql).await.unwrap();
        let row = rows.iter().find_map(|message| match message {
            tokio_postgres::SimpleQueryMessage::Row(row) => Some(row),
            _ => None,
        });
        row.and_then(|row| row.get(0)).unwrap_or("NULL").to_owned()
    }

    /// How many connections a seat's role has, in these states.
    pub(crate) async fn connections(&self, seat: Seat, states: &str) -> usize {
        let role = self.role(seat);
        let sql = format!(
            "SELECT count(*) FROM pg_stat_activity WHERE usename = '{role}' AND state IN ({states})"
        );
        self.value(&sql).await.parse().unwrap()
    }

    /// Waits until no connection of a seat's role is in one of these states.
    pub(crate) async fn until_none(&self, seat: Seat, states: &str) {
        soon(async { while self.connections(seat, states).await > 0 {} }).await;
    }

    /// Leaves nothing behind.
    pub(crate) async fn drop_everything(self) {
        let schema = &self.schema;
        let sql = format!(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename LIKE '{schema}\\_%';
             DROP SCHEMA {schema} CASCADE;
             DROP OWNED BY {schema}_reader;
             DROP OWNED BY {schema}_superuser;"
        );
        self.superuser.batch_execute(&sql).await.unwrap();
        // A database of another test may still know the roles; they go with the whole server.
        for role in ["reader", "superuser"] {
            let sql = format!("DROP ROLE {schema}_{role}");
            let _ = self.superuser.batch_execute(&sql).await;
        }
    }
}

/// The settings of a `toolwright` that asks the server of `config` as `role`.
pub(crate) fn settings_of(
    config: &Config,
    role: &str,
    password: &str,
) -> Vec<(&'static str, String)> {
    let host = match &config.get_hosts()[0] {
        Host::Tcp(name) => name.clone(),
        Host::Unix(folder) => folder.to_string_lossy().into_owned(),
    };
    let port = config.get_ports().first().copied().unwrap_or(5432);
    vec![
        ("POSTGRESQL_DB_HOST", host),
        ("POSTGRESQL_DB_PORT", port.to_string()),
        (
            "POSTGRESQL_DB_NAME",
            config.get_dbname().unwrap_or("postgres").to_owned(),
        ),
        ("POSTGRESQL_DB_USER", role.to_owned()),
        ("POSTGRESQL_DB_PASS", password.to_owned()),
    ]
}

/// A connection of another client.
pub(crate) async fn connect(config: &Config) -> Client {
    let (client, connection) = config.connect(NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}

/// The server of the tests. A test that is left out would look like one that passed.
pub(crate) fn server() -> Config {
    let text = env::var(VARIABLE)
        .unwrap_or_else(|_| panic!("`{VARIABLE}` is not set: run this with `tests/run`"));
    text.parse().unwrap()
}

/// Many tests at once share one server, each in a process of its own.
pub(crate) fn unique_name() -> String {
    static LAST: AtomicUsize = AtomicUsize::new(0);
    let number = LAST.fetch_add(1, Ordering::Relaxed);
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    format!("t{}_{}_{number}", std::process::id(), time.subsec_nanos())
}
