//! Logging in, and its errors. No message contains the password.

use std::sync::Arc;

use crate::postgres::{
    Address, ConnectError, Database, DatabaseOptions, Host, QueryError, Tls,
    tests::{
        test_schema::{read, records},
        test_server::{TestServer, free_port},
    },
};

const HBA: &str = "host all scram 127.0.0.1/32 scram-sha-256\n\
    host all five 127.0.0.1/32 md5\n\
    host all clear 127.0.0.1/32 password\n\
    host all scarce 127.0.0.1/32 trust";
const PASSWORD: &str = "pässwörd ' \\ 7";

async fn server() -> TestServer {
    let server = TestServer::start(HBA, "").await;
    let admin = server.admin().await;
    let quoted = PASSWORD.replace('\'', "''");
    let roles = format!(
        "SET password_encryption = 'scram-sha-256';
         CREATE ROLE scram LOGIN PASSWORD '{quoted}'; CREATE ROLE clear LOGIN PASSWORD '{quoted}';
         CREATE ROLE scarce LOGIN CONNECTION LIMIT 1;
         SET password_encryption = 'md5'; CREATE ROLE five LOGIN PASSWORD '{quoted}';"
    );
    admin.batch_execute(&roles).await.unwrap();
    server
}

fn database(address: Address) -> Database {
    Database::new(Arc::new(address), DatabaseOptions::default())
}

async fn failure(address: Address) -> ConnectError {
    let location = address.location();
    let error = read(&database(address), "SELECT 1").await.unwrap_err();
    let shown = format!("{error} {error:?}");
    assert!(!shown.contains("rd ' \\"), "{shown}");
    assert!(shown.contains(&location), "{shown}");
    match error {
        QueryError::Connect(error) => error,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn scram_and_md5_work_and_clear_text_needs_a_checked_certificate() {
    let server = server().await;
    for user in ["scram", "five"] {
        let address = server.address(user, Some(PASSWORD), Tls::Off);
        let user = records(&database(address), "SELECT current_user::text AS u").await;
        assert!(user.contains("scram") || user.contains("five"), "{user}");
    }
    let error = failure(server.address("clear", Some(PASSWORD), Tls::Off)).await;
    assert_eq!(
        error.to_string(),
        format!(
            "PostgreSQL at `{}` asks user `clear` for the password in clear text, which is sent only with `verify-full` or over a unix socket",
            server.address("", None, Tls::Off).location()
        )
    );
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_failed_login_reports_the_reason() {
    let server = server().await;
    let at = server.address("", None, Tls::Off).location();
    for user in ["scram", "five"] {
        let error = failure(server.address(user, Some("wrong rd ' \\"), Tls::Off)).await;
        assert_eq!(
            error.to_string(),
            format!(
                "PostgreSQL at `{at}` rejected user `{user}` for database `postgres`: password authentication failed for user \"{user}\""
            )
        );
        let error = failure(server.address(user, None, Tls::Off)).await;
        assert_eq!(
            error.to_string(),
            format!("PostgreSQL at `{at}` asks user `{user}` for a password, but none is set")
        );
    }
    let nobody = failure(server.address("nobody", Some(PASSWORD), Tls::Off)).await;
    assert!(
        matches!(nobody, ConnectError::Rejected { .. }),
        "{nobody:?}"
    );
    let mut address = server.address("scram", Some(PASSWORD), Tls::Off);
    address.database = "nowhere".into();
    assert_eq!(
        failure(address).await.to_string(),
        format!("PostgreSQL at `{at}` has no database `nowhere` (user `scram`)")
    );
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_server_without_free_connections_is_reported() {
    let server = server().await;
    let address = server.address("scarce", None, Tls::Off);
    let first = database(address.clone());
    assert_eq!(records(&first, "SELECT 1 AS a").await, r#"[{"a":1}]"#);
    let error = failure(address.clone()).await;
    assert!(
        matches!(error, ConnectError::TooManyConnections { .. }),
        "{error:?}"
    );
    // A pool that already has a connection waits for it.
    let many = (0..5).map(|_| records(&first, "SELECT 1 AS a, pg_sleep(0.02) AS b"));
    for answer in futures_util::future::join_all(many).await {
        assert_eq!(answer, r#"[{"a":1,"b":""}]"#);
    }
    first.stop().await;
}

#[tokio::test]
async fn unreachable_and_unknown_hosts_are_reported() {
    let address = |host: Host, port| Address {
        host,
        port,
        database: "d".into(),
        user: "u".into(),
        password: None,
        tls: Tls::Prefer,
    };
    let port = free_port();
    let refused = failure(address(Host::Tcp("localhost".into()), port)).await;
    assert!(
        refused.to_string().starts_with(&format!(
            "cannot reach PostgreSQL at `localhost:{port}`: Connection refused"
        )),
        "{refused}"
    );
    let socket = failure(address(Host::Unix("/nowhere".into()), 5432)).await;
    assert!(
        matches!(socket, ConnectError::Unreachable { .. }),
        "{socket:?}"
    );
    let unknown = failure(address(Host::Tcp("no-such-host.invalid".into()), 5432)).await;
    assert!(
        matches!(unknown, ConnectError::UnknownHost { .. }),
        "{unknown:?}"
    );
}
