//! Dropping a query, or its deadline, cancels it on the server and frees the connection.

use std::{
    thread,
    time::{Duration, Instant},
};

use tokio::time::{sleep, timeout};

use crate::postgres::{
    DatabaseOptions, QueryError,
    render::ReadLimits,
    tests::test_schema::{TestSchema, limits, read, read_within, records, wait_until_idle},
};

const BUSY: &str = "state = 'active' AND query LIKE '%sleep%'";

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn dropping_a_query_cancels_it_and_keeps_the_connection() {
    let schema = TestSchema::new().await;
    let database = schema.database();
    let pid = records(&database, "SELECT pg_backend_pid()").await;
    for sql in [
        "SELECT pg_sleep(60)",
        "SELECT repeat('x', 1000), pg_sleep(0), generate_series(1, 1000000000)",
    ] {
        let limits = ReadLimits {
            bytes: usize::MAX,
            rows: usize::MAX,
            ..limits()
        };
        let gone = timeout(
            Duration::from_millis(100),
            read_within(&database, sql, &limits),
        )
        .await;
        assert!(gone.is_err());
        let since = Instant::now();
        schema.wait_for_sessions(BUSY, 0).await;
        wait_until_idle(&database).await;
        let freed = since.elapsed();
        assert!(freed < Duration::from_secs(2), "{freed:?}");
        // The connection is the same one.
        assert_eq!(records(&database, "SELECT pg_backend_pid()").await, pid);
    }
    assert_eq!(schema.sessions("true").await, 1);
    schema.remove().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn the_deadline_cancels_the_query() {
    let schema = TestSchema::new().await;
    let database = schema.database();
    let limits = ReadLimits {
        deadline: Instant::now() + Duration::from_millis(200),
        ..limits()
    };
    let error = read_within(&database, "SELECT pg_sleep(60)", &limits).await;
    assert!(matches!(error, Err(QueryError::Timeout)), "{error:?}");
    let late = limits.deadline.elapsed();
    assert!(late < Duration::from_secs(1), "{late:?}");
    schema.wait_for_sessions(BUSY, 0).await;
    wait_until_idle(&database).await;
    assert_eq!(records(&database, "SELECT 1 AS a").await, r#"[{"a":1}]"#);
    assert_eq!(schema.sessions("true").await, 1);
    schema.remove().await;
}

/// Returns whether the server has timeouts. The embedded one does not.
async fn has_timeouts(schema: &TestSchema) -> bool {
    let admin = &schema.admin;
    let slow = "SET statement_timeout = 50; SELECT pg_sleep(0.5)";
    let ended = admin.batch_execute(slow).await.is_err();
    schema.run("RESET statement_timeout").await;
    ended
}

fn code<T: std::fmt::Debug>(answer: Result<T, QueryError>) -> String {
    match answer {
        Err(QueryError::Server(error)) => error.code,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_timeout_of_the_server_before_the_deadline_is_its_error() {
    let schema = TestSchema::new().await;
    schema.run("CREATE TABLE t (a int)").await;
    let database = schema.database_with(DatabaseOptions {
        statement_timeout: Duration::from_millis(150),
        lock_timeout: Duration::from_millis(50),
        min_connections: 0,
        ..DatabaseOptions::default()
    });
    let soon = || ReadLimits {
        deadline: Instant::now() + Duration::from_millis(500),
        ..limits()
    };
    if has_timeouts(&schema).await {
        let late = read_within(&database, "SELECT pg_sleep(9)", &limits()).await;
        assert_eq!(code(late), "57014");
        schema.run("BEGIN; LOCK TABLE t").await;
        assert_eq!(code(read(&database, "SELECT * FROM t").await), "55P03");
    } else {
        let late = read_within(&database, "SELECT pg_sleep(9)", &soon()).await;
        assert!(matches!(late, Err(QueryError::Timeout)), "{late:?}");
        wait_until_idle(&database).await;
        schema.run("BEGIN; LOCK TABLE t").await;
        let locked = read_within(&database, "SELECT * FROM t", &soon()).await;
        assert!(matches!(locked, Err(QueryError::Timeout)), "{locked:?}");
    }
    schema.run("ROLLBACK").await;
    wait_until_idle(&database).await;
    assert_eq!(records(&database, "SELECT * FROM t").await, "[]");
    assert_eq!(schema.sessions("true").await, 1);
    schema.remove().await;
}

/// A process that was not scheduled for a while sees both timeouts at once.
#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_timeout_of_the_server_after_the_deadline_is_a_timeout() {
    let schema = TestSchema::new().await;
    let database = schema.database_with(DatabaseOptions {
        statement_timeout: Duration::from_millis(250),
        ..DatabaseOptions::default()
    });
    assert_eq!(records(&database, "SELECT 1 AS a").await, r#"[{"a":1}]"#);
    let limits = ReadLimits {
        deadline: Instant::now() + Duration::from_millis(200),
        ..limits()
    };
    let late = read_within(&database, "SELECT pg_sleep(9)", &limits);
    let busy = async {
        // The query has usually been sent by then. If not, the result is the same.
        sleep(Duration::from_millis(50)).await;
        thread::sleep(Duration::from_millis(600));
    };
    let (late, ()) = tokio::join!(late, busy);
    assert!(matches!(late, Err(QueryError::Timeout)), "{late:?}");
    wait_until_idle(&database).await;
    assert_eq!(records(&database, "SELECT 1 AS a").await, r#"[{"a":1}]"#);
    schema.remove().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn connections_are_in_order_after_many_cancellations() {
    let schema = TestSchema::new().await;
    let database = schema.database();
    let texts = [
        "SELECT pg_sleep(30)",
        "SELECT repeat('x', 100000), generate_series(1, 100000)",
        "SELECT 1",
        "SELECT i FROM generate_series(1, 1000) i",
        "SELECT 1 / 0",
    ];
    let mut calls = Vec::new();
    for number in 0..100_u64 {
        let database = database.clone();
        let sql = texts[number as usize % texts.len()];
        // Spread over the time in which connections are opened and queries run.
        let time = Duration::from_micros(number * 7919 % 60_000);
        calls.push(tokio::spawn(async move {
            let _ = timeout(time, read(&database, sql)).await;
        }));
    }
    for call in calls {
        call.await.unwrap();
        assert!(database.status().open <= 20);
    }
    schema.wait_for_sessions("state <> 'idle'", 0).await;
    assert!(schema.sessions("true").await <= 20);
    wait_until_idle(&database).await;
    for _ in 0..40 {
        assert_eq!(records(&database, "SELECT 1 AS a").await, r#"[{"a":1}]"#);
    }
    database.stop().await;
    schema.wait_for_sessions("true", 0).await;
    schema.remove().await;
}
