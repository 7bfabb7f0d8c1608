//! Servers that stop, crash or terminate connections.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use crate::postgres::{
    ConnectError, Database, DatabaseOptions, QueryError, StatementChecker,
    tests::{
        test_schema::{TestSchema, read, records},
        test_server::TestServer,
    },
};

/// Terminates the role's connections in this state.
async fn terminate(schema: &TestSchema, state: &str) {
    let sql = format!(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '{}' AND state = '{state}'",
        schema.name
    );
    schema.run(&sql).await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn terminated_connections_are_replaced() {
    let schema = TestSchema::new().await;
    let database = schema.database();
    for _ in 0..3 {
        let many = (0..5).map(|_| read(&database, "SELECT pg_sleep(0.05)"));
        for answer in futures_util::future::join_all(many).await {
            answer.unwrap();
        }
        terminate(&schema, "idle").await;
        assert_eq!(records(&database, "SELECT 1 AS a").await, r#"[{"a":1}]"#);
    }
    schema.remove().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_statement_is_described_on_another_connection_if_its_own_was_terminated() {
    let schema = TestSchema::new().await;
    let database = schema.database();
    let statement = StatementChecker::default().check("SELECT 1 AS a").unwrap();
    for _ in 0..3 {
        let many = (0..5).map(|_| read(&database, "SELECT pg_sleep(0.05)"));
        for answer in futures_util::future::join_all(many).await {
            answer.unwrap();
        }
        terminate(&schema, "idle").await;
        let deadline = Instant::now() + Duration::from_secs(20);
        let described = database.describe(&statement, deadline).await.unwrap();
        assert_eq!(described.columns[0].name, "a");
    }
    schema.remove().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn terminating_a_running_query_is_reported() {
    let schema = TestSchema::new().await;
    let database = schema.database();
    let query = tokio::spawn({
        let database = database.clone();
        async move { read(&database, "SELECT pg_sleep(60)").await.map(drop) }
    });
    schema
        .wait_for_sessions("state = 'active' AND wait_event = 'PgSleep'", 1)
        .await;
    terminate(&schema, "active").await;
    let Err(QueryError::Server(error)) = query.await.unwrap() else {
        panic!("not reported");
    };
    assert_eq!((error.code.as_str(), error.is_fatal), ("57P01", true));
    assert_eq!(records(&database, "SELECT 1 AS a").await, r#"[{"a":1}]"#);
    schema.remove().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_restarted_server_is_used_again() {
    let mut server = TestServer::start("", "").await;
    let database = Database::new(Arc::new(server.socket()), DatabaseOptions::default());
    let many = (0..5).map(|_| read(&database, "SELECT pg_sleep(0.05)"));
    for answer in futures_util::future::join_all(many).await {
        answer.unwrap();
    }
    server.stop();
    let error = read(&database, "SELECT 1").await;
    assert!(
        matches!(
            error,
            Err(QueryError::Connect(ConnectError::Unreachable { .. }))
        ),
        "{error:?}"
    );
    server.launch().await;
    for _ in 0..5 {
        assert_eq!(records(&database, "SELECT 1 AS a").await, r#"[{"a":1}]"#);
    }
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_crash_of_the_server_during_a_query_is_reported() {
    let server = TestServer::start("", "").await;
    let database = Database::new(Arc::new(server.socket()), DatabaseOptions::default());
    let admin = server.admin().await;
    let query = tokio::spawn({
        let database = database.clone();
        async move { read(&database, "SELECT pg_sleep(60)").await.map(drop) }
    });
    let sleeping = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'PgSleep'";
    let pid: i32 = loop {
        if let Some(row) = admin.query_opt(sleeping, &[]).await.unwrap() {
            break row.get(0);
        }
    };
    let pid = rustix::process::Pid::from_raw(pid).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
    let error = query.await.unwrap();
    assert!(matches!(error, Err(QueryError::Lost(_))), "{error:?}");
    let since = Instant::now();
    loop {
        match read(&database, "SELECT 1 AS a").await {
            Ok(table) => break assert_eq!(table.records.get(), r#"[{"a":1}]"#),
            Err(error) => {
                assert!(since.elapsed() < Duration::from_secs(20), "{error}");
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    }
}
