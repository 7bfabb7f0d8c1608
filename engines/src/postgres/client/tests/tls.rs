//! Encrypted connections, if the test server supports TLS.

use std::{fs, path::PathBuf, sync::Arc, time::Duration};

use tokio::time::timeout;
use toolwright_base::token;

use crate::postgres::{
    Address, ConnectError, Database, DatabaseOptions, Host, QueryError, Tls,
    tests::{
        test_schema::{read, records},
        test_server::TestServer,
    },
};

const CERTIFICATE: &str = include_str!("certificates/server.pem");
const KEY: &str = include_str!("certificates/server.key");
const AUTHORITY: &str = include_str!("certificates/authority.pem");
const HBA: &str = "hostssl all secret 127.0.0.1/32 scram-sha-256\n\
    hostssl all clear 127.0.0.1/32 password\n\
    hostnossl all plain 127.0.0.1/32 trust";
const IS_ENCRYPTED: &str = "SELECT ssl AS s FROM pg_stat_ssl WHERE pid = pg_backend_pid()";

fn database(address: Address) -> Database {
    Database::new(Arc::new(address), DatabaseOptions::default())
}

/// Starts a server with TLS, if the shared server was built with it.
async fn tls_server() -> Option<TestServer> {
    let mut server = TestServer::start(HBA, "").await;
    let admin = server.admin().await;
    let library = admin.query_one("SHOW ssl_library", &[]).await.unwrap();
    let roles = "CREATE ROLE secret LOGIN PASSWORD 'x'; CREATE ROLE clear LOGIN PASSWORD 'x'; \
        CREATE ROLE plain LOGIN";
    admin.batch_execute(roles).await.unwrap();
    if library.get::<_, String>(0).is_empty() {
        assert_refused_without_tls(&server).await;
        return None;
    }
    server.stop();
    server.write("server.crt", CERTIFICATE);
    server.write("server.key", KEY);
    server.append("postgresql.auto.conf", "ssl = on\n");
    server.launch().await;
    Some(server)
}

async fn assert_refused_without_tls(server: &TestServer) {
    let error = read(
        &database(server.address("plain", None, Tls::Require)),
        "SELECT 1",
    )
    .await;
    let Err(QueryError::Connect(ConnectError::NoTls { .. })) = error else {
        panic!("{error:?}");
    };
    let preferred = database(server.address("plain", None, Tls::Prefer));
    assert_eq!(records(&preferred, "SELECT 1 AS a").await, r#"[{"a":1}]"#);
}

fn authority() -> PathBuf {
    let path = std::env::temp_dir().join(format!("tw-{}.pem", token::random()));
    fs::write(&path, AUTHORITY).unwrap();
    path
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_server_without_tls_is_an_error_if_tls_is_required() {
    let server = TestServer::start(HBA, "").await;
    let admin = server.admin().await;
    admin
        .batch_execute("CREATE ROLE plain LOGIN")
        .await
        .unwrap();
    assert_refused_without_tls(&server).await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn encrypted_connections_log_in_with_channel_binding() {
    let Some(server) = tls_server().await else {
        return;
    };
    for tls in [Tls::Prefer, Tls::Require] {
        let database = database(server.address("secret", Some("x"), tls));
        assert_eq!(records(&database, IS_ENCRYPTED).await, r#"[{"s":true}]"#);
    }
    // Cancelling works over encrypted connections too.
    let database = database(server.address("secret", Some("x"), Tls::Require));
    let sleeping = read(&database, "SELECT pg_sleep(60)");
    assert!(timeout(Duration::from_millis(200), sleeping).await.is_err());
    let admin = server.admin().await;
    let active = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'";
    while admin.query_one(active, &[]).await.unwrap().get::<_, i64>(0) > 0 {}
    assert_eq!(records(&database, IS_ENCRYPTED).await, r#"[{"s":true}]"#);
    // `prefer` falls back to a plain connection.
    let plain = self::database(server.address("plain", None, Tls::Prefer));
    assert_eq!(records(&plain, IS_ENCRYPTED).await, r#"[{"s":false}]"#);
    let error = read(
        &self::database(server.address("plain", None, Tls::Require)),
        "SELECT 1",
    )
    .await;
    let Err(QueryError::Connect(ConnectError::Rejected { .. })) = error else {
        panic!("{error:?}");
    };
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn verify_full_checks_the_certificate() {
    let Some(server) = tls_server().await else {
        return;
    };
    let file = authority();
    let full = |authority| Tls::VerifyFull { authority };
    let good = server.address("secret", Some("x"), full(Some(file.clone())));
    let by_name = Address {
        host: Host::Tcp("localhost".into()),
        ..good.clone()
    };
    for address in [good.clone(), by_name] {
        assert_eq!(
            records(&database(address), IS_ENCRYPTED).await,
            r#"[{"s":true}]"#
        );
    }
    let by_other_name = Address {
        host: Host::Tcp("127.0.0.2".into()),
        ..good.clone()
    };
    let unknown = server.address("secret", Some("x"), full(None));
    let no_file = server.address("secret", Some("x"), full(Some("/nowhere.pem".into())));
    for address in [by_other_name, unknown, no_file] {
        let error = read(&database(address), "SELECT 1").await;
        let is_reported = matches!(
            error,
            Err(QueryError::Connect(
                ConnectError::Tls { .. } | ConnectError::Unreachable { .. }
            ))
        );
        assert!(is_reported, "{error:?}");
    }
    fs::remove_file(file).unwrap();
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_password_in_clear_text_needs_a_checked_certificate() {
    let Some(server) = tls_server().await else {
        return;
    };
    for tls in [Tls::Prefer, Tls::Require] {
        let database = database(server.address("clear", Some("x"), tls));
        let error = read(&database, "SELECT 1").await;
        let Err(QueryError::Connect(ConnectError::Login { wanted, .. })) = error else {
            panic!("{error:?}");
        };
        assert!(wanted.starts_with("the password in clear text"), "{wanted}");
    }
    let file = authority();
    let authority = Some(file.clone());
    let full = server.address("clear", Some("x"), Tls::VerifyFull { authority });
    assert_eq!(
        records(&database(full), IS_ENCRYPTED).await,
        r#"[{"s":true}]"#
    );
    fs::remove_file(file).unwrap();
}
