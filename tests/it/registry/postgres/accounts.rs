//! Users and keys: the contract, many writers, and what the tables hold.

use std::{sync::Arc, time::Duration};

use tokio::time::timeout;
use tokio_postgres::{Client, config::Host as ServerHost};
use toolwright::access::AccessRole;
use toolwright_access::{Accounts, KeyText, NewKey};
use toolwright_engines::postgres::{Address, Host, Tls};
use toolwright_registry::{PostgresAccounts, PostgresRegistry, RegistryDatabase};

use crate::{
    access::accounts,
    harness::{connect, postgres_server, unique_name},
};

/// A busy machine is slow; a store that never learns of a change waits for ever.
const LONG: Duration = Duration::from_secs(60);

/// A schema for one test.
struct TestRegistry {
    address: Address,
    schema: String,
    client: Client,
}

impl TestRegistry {
    async fn new() -> Self {
        let config = postgres_server();
        let host = match &config.get_hosts()[0] {
            ServerHost::Tcp(host) => Host::Tcp(host.clone()),
            ServerHost::Unix(folder) => Host::Unix(folder.clone()),
        };
        let address = Address {
            host,
            port: config.get_ports().first().copied().unwrap_or(5432),
            database: config.get_dbname().unwrap_or("postgres").to_owned(),
            user: config.get_user().unwrap_or("postgres").to_owned(),
            password: None,
            tls: Tls::Off,
        };
        let (client, schema) = (connect(&config).await, unique_name());
        let path = format!("SET search_path = {schema}");
        client.batch_execute(&path).await.unwrap();
        Self {
            address,
            schema,
            client,
        }
    }

    fn registry(&self) -> PostgresRegistry {
        let address = Arc::new(self.address.clone());
        PostgresRegistry::new(RegistryDatabase::new(address, self.schema.parse().unwrap()))
    }

    /// Returns the users and keys as another server has them, and what tells of changes.
    fn accounts(&self) -> (Arc<Accounts>, PostgresAccounts) {
        let store = self.registry().accounts();
        (Arc::new(Accounts::remote(store.clone())), store)
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

/// Runs work on a thread that may block.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(work).await.unwrap()
}

/// Adds a user with a key.
async fn user_with_key(accounts: &Arc<Accounts>, name: &'static str) -> KeyText {
    let accounts = Arc::clone(accounts);
    blocking(move || {
        accounts.add_user(name, AccessRole::Admin).unwrap();
        accounts.create_key(NewKey::of(name)).unwrap().1
    })
    .await
}

async fn refresh(accounts: &Arc<Accounts>) {
    let accounts = Arc::clone(accounts);
    blocking(move || accounts.refresh().unwrap()).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_database_does_what_every_store_of_users_and_keys_does() {
    let registry = TestRegistry::new().await;
    let open = move || {
        let accounts = Accounts::remote(registry.registry().accounts());
        accounts.refresh().unwrap();
        accounts
    };
    blocking(move || accounts::check(&open)).await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn nobody_is_let_in_before_the_keys_were_read() {
    let registry = TestRegistry::new().await;
    let key = user_with_key(&registry.accounts().0, "ada").await;
    let (fresh, _) = registry.accounts();
    let refused = fresh.identity(&key).unwrap_err().to_string();
    assert_eq!(refused, "users and keys were not read yet");
    refresh(&fresh).await;
    assert!(fresh.identity(&key).unwrap().is_some());
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_revoked_key_is_announced_to_all() {
    let registry = TestRegistry::new().await;
    let (one, _) = registry.accounts();
    let key = user_with_key(&one, "ada").await;
    let (other, news) = registry.accounts();
    refresh(&other).await;
    assert!(other.identity(&key).unwrap().is_some());
    // It begins to listen.
    timeout(LONG, news.changed()).await.unwrap();
    let id = key.id().to_owned();
    blocking(move || one.revoke_key(&id).unwrap()).await;
    let refused = async {
        while other.identity(&key).unwrap().is_some() {
            news.changed().await;
            refresh(&other).await;
        }
    };
    timeout(LONG, refused).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn fifty_writers_on_four_servers_lose_no_user_and_leave_no_gap() {
    let registry = TestRegistry::new().await;
    let servers: Vec<_> = (0..4).map(|_| registry.accounts().0).collect();
    let writers = (0..50).map(|writer| {
        let accounts = Arc::clone(&servers[writer % 4]);
        tokio::task::spawn_blocking(move || {
            let name = format!("writer-{writer}");
            accounts.add_user(&name, AccessRole::Author).unwrap();
            accounts.create_key(NewKey::of(&name)).unwrap();
        })
    });
    for writer in writers.collect::<Vec<_>>() {
        writer.await.unwrap();
    }
    let (fresh, _) = registry.accounts();
    refresh(&fresh).await;
    let (users, keys) = (fresh.users().unwrap(), fresh.keys().unwrap());
    assert_eq!((users.len(), keys.len()), (50, 50));
    // Each change has a number of its own, and there are no others.
    let numbers = registry
        .texts(
            "SELECT revision::text FROM (SELECT revision FROM users WHERE role = 'author'
             UNION ALL SELECT revision FROM api_keys) AS it ORDER BY it.revision",
        )
        .await;
    let expected: Vec<_> = (1..=100).map(|number| number.to_string()).collect();
    assert_eq!(numbers, expected);
    assert_eq!(
        registry
            .texts("SELECT accounts::text FROM registry_state")
            .await,
        ["100"]
    );
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn no_table_has_a_key() {
    let registry = TestRegistry::new().await;
    let key = user_with_key(&registry.accounts().0, "ada").await.expose();
    let secret = key.rsplit_once('_').unwrap().1;
    let rows = registry
        .texts("SELECT it::text || encode(hash, 'escape') FROM api_keys AS it")
        .await;
    assert_eq!(rows.len(), 1);
    assert!(!rows[0].contains(secret), "{}", rows[0]);
    let hash = registry
        .texts("SELECT octet_length(hash)::text FROM api_keys")
        .await;
    assert_eq!(hash, ["32"]);
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn statements_of_other_programs_count_and_what_is_not_valid_lets_nobody_in() {
    let registry = TestRegistry::new().await;
    let (accounts, _) = registry.accounts();
    let (ada, bob) = (
        user_with_key(&accounts, "ada").await,
        user_with_key(&accounts, "bob").await,
    );
    let is_in = async |key: &KeyText| {
        refresh(&accounts).await;
        accounts
            .identity(key)
            .unwrap()
            .map(|identity| identity.role())
    };
    registry
        .run("UPDATE users SET role = 'caller' WHERE name = 'ada'")
        .await;
    assert_eq!(is_in(&ada).await, Some(AccessRole::Caller));
    registry
        .run("UPDATE api_keys SET scopes = '{\"not\": \"a list\"}'")
        .await;
    assert_eq!((is_in(&ada).await, is_in(&bob).await), (None, None));
    registry.run("UPDATE api_keys SET scopes = '[]'").await;
    assert!(is_in(&ada).await.is_some() && is_in(&bob).await.is_some());
    let renamed = "UPDATE users SET name = 'eve' WHERE name = 'ada'";
    assert!(registry.client.batch_execute(renamed).await.is_err());
    registry
        .run(&format!(
            "DELETE FROM api_keys WHERE key_id = '{}'",
            ada.id()
        ))
        .await;
    assert_eq!(is_in(&ada).await, None);
    registry
        .run("UPDATE users SET deleted_at = now() WHERE name = 'bob'")
        .await;
    assert_eq!(is_in(&bob).await, None);
    let kept = registry
        .texts("SELECT (deleted_at IS NOT NULL)::text FROM api_keys")
        .await;
    assert_eq!(kept, ["true", "true"]);
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn who_owns_a_tool_is_no_user_before_somebody_adds_it_and_owns_it_after_it_is_gone() {
    let registry = TestRegistry::new().await;
    let (accounts, _) = registry.accounts();
    refresh(&accounts).await;
    let tool = r#"INSERT INTO tools (name, tool_type, description, config, owner_id)
        VALUES ('a', 'expression', 'd', '{"expression": "1"}', user_id('ada'))"#;
    registry.run(tool).await;
    refresh(&accounts).await;
    assert!(accounts.users().unwrap().is_empty());
    let ids = || registry.texts("SELECT id::text FROM users WHERE name = 'ada'");
    let before = ids().await;
    user_with_key(&accounts, "ada").await;
    assert_eq!(ids().await, before);
    let removed = Arc::clone(&accounts);
    blocking(move || removed.remove_user("ada").unwrap()).await;
    let owners = registry
        .texts("SELECT users.name::text FROM tools JOIN users ON users.id = owner_id")
        .await;
    assert_eq!(owners, ["ada"]);
    let definition = registry.texts("SELECT definition FROM tools").await;
    assert!(
        definition[0].contains("\"owner\": \"ada\""),
        "{definition:?}"
    );
}
