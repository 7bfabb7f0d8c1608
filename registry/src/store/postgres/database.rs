//! [`RegistryDatabase`]: the connections to the database of the registry.

use std::{
    fmt,
    str::FromStr,
    sync::{Arc, Mutex},
    time::Duration,
};

use deadpool_postgres::{Manager, ManagerConfig, Object, Pool, RecyclingMethod, Runtime, Timeouts};
use tokio::{sync::OnceCell, time::timeout};
use tokio_postgres::{
    Client, Config,
    config::SslMode,
    error::{DbError, SqlState},
    types::Type,
};
use toolwright_base::lock;
use toolwright_engines::postgres::{Address, Endpoint, Host, Tls};

use super::tls::RustlsConnect;
use crate::store::StoreError;

/// The largest number of connections, without the one that listens.
const MAX_CONNECTIONS: usize = 8;
/// How long connecting, or waiting for a free connection, may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// How long one read or change may take. One that takes longer is given up, and so is its connection.
const OPERATION_TIMEOUT: Duration = Duration::from_secs(30);
/// How long a peer may be silent before its connection counts as lost.
const SILENCE: Duration = Duration::from_secs(15);
/// The database that every server has.
const MAINTENANCE: &str = "postgres";

/// The name of the schema with the tables: lower-case letters, digits and `_`, at most 50.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchemaName(String);

impl SchemaName {
    /// Returns the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Default for SchemaName {
    fn default() -> Self {
        Self("toolwright".into())
    }
}

impl FromStr for SchemaName {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_letter = |letter: char| letter.is_ascii_lowercase() || letter == '_';
        let is_name = text.len() <= 50
            && text.starts_with(is_letter)
            && !text.starts_with("pg_")
            && text
                .chars()
                .all(|letter| is_letter(letter) || letter.is_ascii_digit());
        match is_name {
            true => Ok(Self(text.to_owned())),
            false => Err("expected a schema of lower-case letters, digits and `_`, at most 50"),
        }
    }
}

/// The database of the registry: where it is, the schema of its tables, and a pool of connections.
///
/// Clones share the pool. Nothing is connected before it is used.
#[derive(Clone)]
pub struct RegistryDatabase {
    endpoint: Arc<dyn Endpoint>,
    schema: SchemaName,
    is_own: bool,
    pool: Arc<Mutex<Option<(Address, Pool)>>>,
    /// Set when the tables are those of this program.
    is_migrated: Arc<OnceCell<()>>,
}

impl fmt::Debug for RegistryDatabase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RegistryDatabase")
            .field("endpoint", &self.endpoint)
            .field("schema", &self.schema)
            .finish_non_exhaustive()
    }
}

impl RegistryDatabase {
    /// Creates the database of `endpoint`, with its tables in `schema`.
    pub fn new(endpoint: Arc<dyn Endpoint>, schema: SchemaName) -> Self {
        Self {
            endpoint,
            schema,
            is_own: false,
            pool: Arc::default(),
            is_migrated: Arc::default(),
        }
    }

    /// Creates the database itself if the server has none of its name, as a private server needs.
    #[must_use]
    pub fn created_if_missing(mut self) -> Self {
        self.is_own = true;
        self
    }

    /// Returns the schema of the tables.
    pub const fn schema(&self) -> &SchemaName {
        &self.schema
    }

    /// Returns the cell that is set when the tables are those of this program.
    pub(super) fn migrated_cell(&self) -> &OnceCell<()> {
        &self.is_migrated
    }

    /// Returns a statement with the name of the schema in the place of each `{schema}`.
    pub(crate) fn sql(&self, statement: &str) -> String {
        statement.replace("{schema}", self.schema.as_str())
    }

    /// Returns the channel of announcements.
    pub(super) fn channel(&self) -> String {
        format!("{}_registry", self.schema.as_str())
    }

    /// Returns a connection of the pool, which is checked first.
    pub(super) async fn client(&self) -> Result<Object, StoreError> {
        let pool = self.pool().await?;
        pool.get().await.map_err(|error| match error {
            deadpool_postgres::PoolError::Backend(error) => store_error(&error),
            deadpool_postgres::PoolError::Timeout(_) => away("no connection within 5 s"),
            error => away(error.to_string()),
        })
    }

    /// Waits for `work` on a connection. One that did not work is not used again.
    pub(super) async fn finish<T>(
        client: Object,
        result: Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        if matches!(result, Err(StoreError::Away { .. })) {
            drop(Object::take(client));
        }
        result
    }

    /// Opens a connection that is not of the pool. Returns it and what must be polled for it to work.
    pub(super) async fn connect(&self) -> Result<(Client, DrivenConnection), StoreError> {
        let address = self.address().await?;
        connect(&address).await
    }

    #[cfg(test)]
    pub(in crate::store) async fn connect_for_test(
        &self,
    ) -> Result<(Client, DrivenConnection), StoreError> {
        self.connect().await
    }

    async fn pool(&self) -> Result<Pool, StoreError> {
        let address = self.address().await?;
        let mut current = lock(&self.pool);
        if let Some((known, pool)) = &*current
            && is_same(known, &address)
        {
            return Ok(pool.clone());
        }
        let manager = Manager::from_config(
            driver_config(&address),
            RustlsConnect(address.tls.clone()),
            ManagerConfig {
                recycling_method: RecyclingMethod::Verified,
            },
        );
        let pool = Pool::builder(manager)
            .max_size(MAX_CONNECTIONS)
            .runtime(Runtime::Tokio1)
            .timeouts(Timeouts {
                wait: Some(CONNECT_TIMEOUT),
                create: Some(CONNECT_TIMEOUT),
                recycle: Some(CONNECT_TIMEOUT),
            })
            .build()
            .map_err(|error| away(error.to_string()))?;
        *current = Some((address, pool.clone()));
        Ok(pool)
    }

    async fn address(&self) -> Result<Address, StoreError> {
        let address = self.endpoint.address().await;
        address.map_err(|error| away(error.to_string()))
    }

    /// Creates the database, if it is one of ours and there is none.
    pub(super) async fn create_if_missing(&self) -> Result<(), StoreError> {
        if !self.is_own {
            return Ok(());
        }
        let address = self.address().await?;
        let server = Address {
            database: MAINTENANCE.into(),
            ..address.clone()
        };
        let (client, connection) = connect(&server).await?;
        let driven = tokio::spawn(connection.run());
        let created = create_database(&client, &address.database).await;
        driven.abort();
        created.map_err(|error| store_error(&error))
    }
}

/// Creates a database that only its owner may connect to, unless there is one.
async fn create_database(client: &Client, name: &str) -> Result<(), tokio_postgres::Error> {
    let sql = "SELECT 1 FROM pg_database WHERE datname = $1";
    let found = client.query_typed_opt(sql, &[(&name, Type::TEXT)]).await?;
    if found.is_some() {
        return Ok(());
    }
    let name = name.replace('"', "\"\"");
    let created = client
        .batch_execute(&format!("CREATE DATABASE \"{name}\""))
        .await;
    // Another server may be faster.
    let twice = [SqlState::DUPLICATE_DATABASE, SqlState::UNIQUE_VIOLATION];
    match created {
        Err(error) if is_code(&error, &twice) => Ok(()),
        Err(error) => Err(error),
        Ok(()) => {
            let revoke = format!("REVOKE ALL ON DATABASE \"{name}\" FROM PUBLIC");
            client.batch_execute(&revoke).await
        }
    }
}

/// The other half of a connection: what reads and writes its socket.
pub(in crate::store) struct DrivenConnection(
    tokio_postgres::Connection<
        tokio_postgres::Socket,
        super::tls::Encrypted<tokio_postgres::Socket>,
    >,
);

impl DrivenConnection {
    /// Works until the connection is closed.
    pub(super) async fn run(self) {
        if let Err(error) = self.0.await {
            tracing::debug!("a connection to the registry's database: {error}");
        }
    }

    /// Waits for the next message that is no answer. Returns `None` at the end.
    pub(in crate::store) async fn message(&mut self) -> Option<tokio_postgres::AsyncMessage> {
        let message = futures_util::future::poll_fn(|context| self.0.poll_message(context));
        message.await.and_then(Result::ok)
    }
}

async fn connect(address: &Address) -> Result<(Client, DrivenConnection), StoreError> {
    let tls = RustlsConnect(address.tls.clone());
    let config = driver_config(address);
    let connected = timeout(CONNECT_TIMEOUT, config.connect(tls)).await;
    let Ok(connected) = connected else {
        let location = address.location();
        return Err(away(format!("`{location}` did not answer within 5 s")));
    };
    let (client, connection) = connected.map_err(|error| store_error(&error))?;
    Ok((client, DrivenConnection(connection)))
}

fn driver_config(address: &Address) -> Config {
    let mut config = Config::new();
    match &address.host {
        Host::Tcp(host) => config.host(host),
        Host::Unix(folder) => config.host_path(folder),
    };
    config
        .port(address.port)
        .dbname(&address.database)
        .user(&address.user)
        .application_name("toolwright registry")
        .connect_timeout(CONNECT_TIMEOUT)
        .tcp_user_timeout(SILENCE)
        .keepalives_idle(SILENCE)
        .ssl_mode(match address.tls {
            Tls::Off => SslMode::Disable,
            Tls::Prefer => SslMode::Prefer,
            Tls::Require | Tls::VerifyFull { .. } => SslMode::Require,
        });
    if let Some(password) = &address.password {
        config.password(password.expose());
    }
    config
}

fn is_same(one: &Address, other: &Address) -> bool {
    one.host == other.host
        && (one.port, &one.database, &one.user) == (other.port, &other.database, &other.user)
}

/// Waits for work on the database, not longer than an operation may take.
pub(super) async fn within<T>(
    work: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, StoreError> {
    let late = || Err(away("it did not answer within 30 s"));
    timeout(OPERATION_TIMEOUT, work)
        .await
        .unwrap_or_else(|_| late())
}

/// Returns the error of a database that cannot be used now.
pub(super) fn away(why: impl Into<String>) -> StoreError {
    StoreError::Away { why: why.into() }
}

/// Returns whether the database reported one of these errors.
fn is_code(error: &tokio_postgres::Error, codes: &[SqlState]) -> bool {
    error.code().is_some_and(|code| codes.contains(code))
}

/// Returns what an error of the driver means for the store.
pub(crate) fn store_error(error: &tokio_postgres::Error) -> StoreError {
    match error.as_db_error() {
        Some(problem) if is_about_a_change(problem) => StoreError::Refused {
            why: problem.message().to_owned(),
        },
        Some(problem) => away(problem.message()),
        None => away(causes(error)),
    }
}

/// Returns whether an error says that a value or a right is wrong, not that the database is.
fn is_about_a_change(problem: &DbError) -> bool {
    let code = problem.code().code();
    // Bad values, broken constraints, an error of a trigger; syntax and rights.
    ["22", "23", "42", "P0", "54"]
        .iter()
        .any(|class| code.starts_with(class))
}

/// Returns an error with its causes, which the driver does not print.
fn causes(error: &tokio_postgres::Error) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(inner) = cause {
        let message = inner.to_string();
        if !text.contains(&message) {
            text = format!("{text}: {message}");
        }
        cause = inner.source();
    }
    text
}
