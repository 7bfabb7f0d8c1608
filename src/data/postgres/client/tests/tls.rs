//! Secured connections, where the server can.

use std::{fs, path::PathBuf, sync::Arc, time::Duration};

use tokio::time::timeout;

use crate::data::postgres::tests::{
    own_server::OwnServer,
    place::{read, records},
};
use crate::{
    core::token,
    data::postgres::{Address, ConnectError, Database, DatabaseOptions, Host, QueryError, Tls},
};

const CERTIFICATE: &str = include_str!("certificates/server.pem");
const KEY: &str = include_str!("certificates/server.key");
const AUTHORITY: &str = include_str!("certificates/authority.pem");
const HBA: &str = "hostssl all secret 127.0.0.1/32 scram-sha-256\n\
    hostssl all clear 127.0.0.1/32 password\n\
    hostnossl all plain 127.0.0.1/32 trust";
const SECURED: &str = "SELECT ssl AS s FROM pg_stat_ssl WHERE pid = pg_backend_pid()";

fn database(address: Address) -> Database {
    Database::new(Arc::new(address), DatabaseOptions::default())
}

/// A server that can TLS, if the tests' server was built with it.
async fn secured() -> Option<OwnServer> {
    let mut server = OwnServer::start(HBA, "").await;
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

async fn assert_refused_without_tls(server: &OwnServer) {
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
async fn a_server_without_tls_is_refused_where_it_is_wanted() {
    let server = OwnServer::start(HBA, "").await;
    let admin = server.admin().await;
    admin
        .batch_execute("CREATE ROLE plain LOGIN")
        .await
        .unwrap();
    assert_refused_without_tls(&server).await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_secured_connection_logs_in_bound_to_the_certificate() {
    let Some(server) = secured().await else {
        return;
    };
    for user in ["secret", "clear"] {
        for tls in [Tls::Prefer, Tls::Require] {
            let database = database(server.address(user, Some("x"), tls));
            assert_eq!(records(&database, SECURED).await, r#"[{"s":true}]"#);
        }
    }
    // Queries end over secured connections too.
    let database = database(server.address("secret", Some("x"), Tls::Require));
    let sleeping = read(&database, "SELECT pg_sleep(60)");
    assert!(timeout(Duration::from_millis(200), sleeping).await.is_err());
    let admin = server.admin().await;
    let active = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'";
    while admin.query_one(active, &[]).await.unwrap().get::<_, i64>(0) > 0 {}
    assert_eq!(records(&database, SECURED).await, r#"[{"s":true}]"#);
    // `prefer` goes without where it must.
    let plain = self::database(server.address("plain", None, Tls::Prefer));
    assert_eq!(records(&plain, SECURED).await, r#"[{"s":false}]"#);
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
async fn a_certificate_is_checked_where_that_is_wanted() {
    let Some(server) = secured().await else {
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
            records(&database(address), SECURED).await,
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
        let is_told = matches!(
            error,
            Err(QueryError::Connect(
                ConnectError::Tls { .. } | ConnectError::Unreachable { .. }
            ))
        );
        assert!(is_told, "{error:?}");
    }
    fs::remove_file(file).unwrap();
}
