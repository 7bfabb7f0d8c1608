//! Whoever goes away frees the connection, and ends the query.

use std::{
    thread,
    time::{Duration, Instant},
};

use tokio::time::{sleep, timeout};

use crate::data::postgres::tests::place::{
    Place, limits, read, read_within, records, wait_until_idle,
};
use crate::data::postgres::{DatabaseOptions, QueryError, render::ReadLimits};

const BUSY: &str = "state = 'active' AND query LIKE '%sleep%'";

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_caller_that_goes_away_frees_the_connection_and_ends_the_query() {
    let place = Place::new().await;
    let database = place.database();
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
        place.wait_for_sessions(BUSY, 0).await;
        wait_until_idle(&database).await;
        let freed = since.elapsed();
        assert!(freed < Duration::from_secs(2), "{freed:?}");
        // The connection is the same, and in order.
        assert_eq!(records(&database, "SELECT pg_backend_pid()").await, pid);
    }
    assert_eq!(place.sessions("true").await, 1);
    place.clear().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn the_deadline_ends_the_query() {
    let place = Place::new().await;
    let database = place.database();
    let limits = ReadLimits {
        deadline: Instant::now() + Duration::from_millis(200),
        ..limits()
    };
    let error = read_within(&database, "SELECT pg_sleep(60)", &limits).await;
    assert!(matches!(error, Err(QueryError::Timeout)), "{error:?}");
    let late = limits.deadline.elapsed();
    assert!(late < Duration::from_secs(1), "{late:?}");
    place.wait_for_sessions(BUSY, 0).await;
    wait_until_idle(&database).await;
    assert_eq!(records(&database, "SELECT 1 AS a").await, r#"[{"a":1}]"#);
    assert_eq!(place.sessions("true").await, 1);
    place.clear().await;
}

/// Whether the server ends what takes too long. One that was made to be embedded does not.
async fn has_timeouts(place: &Place) -> bool {
    let admin = &place.admin;
    let slow = "SET statement_timeout = 50; SELECT pg_sleep(0.5)";
    let ended = admin.batch_execute(slow).await.is_err();
    place.run("RESET statement_timeout").await;
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
async fn a_timeout_of_the_server_is_not_ours() {
    let place = Place::new().await;
    place.run("CREATE TABLE t (a int)").await;
    let database = place.database_with(DatabaseOptions {
        statement_timeout: Duration::from_millis(150),
        lock_timeout: Duration::from_millis(50),
        ..DatabaseOptions::default()
    });
    let soon = || ReadLimits {
        deadline: Instant::now() + Duration::from_millis(500),
        ..limits()
    };
    if has_timeouts(&place).await {
        let late = read_within(&database, "SELECT pg_sleep(9)", &limits()).await;
        assert_eq!(code(late), "57014");
        place.run("BEGIN; LOCK TABLE t").await;
        assert_eq!(code(read(&database, "SELECT * FROM t").await), "55P03");
    } else {
        let late = read_within(&database, "SELECT pg_sleep(9)", &soon()).await;
        assert!(matches!(late, Err(QueryError::Timeout)), "{late:?}");
        wait_until_idle(&database).await;
        place.run("BEGIN; LOCK TABLE t").await;
        let locked = read_within(&database, "SELECT * FROM t", &soon()).await;
        assert!(matches!(locked, Err(QueryError::Timeout)), "{locked:?}");
    }
    place.run("ROLLBACK").await;
    wait_until_idle(&database).await;
    assert_eq!(records(&database, "SELECT * FROM t").await, "[]");
    assert_eq!(place.sessions("true").await, 1);
    place.clear().await;
}

/// Where this process gets no time for a while, it hears of both clocks at once.
#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn past_the_deadline_the_servers_timeout_is_ours() {
    let place = Place::new().await;
    let database = place.database_with(DatabaseOptions {
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
        // It is on its way by then; where it is not, the deadline is ours anyway.
        sleep(Duration::from_millis(50)).await;
        thread::sleep(Duration::from_millis(600));
    };
    let (late, ()) = tokio::join!(late, busy);
    assert!(matches!(late, Err(QueryError::Timeout)), "{late:?}");
    wait_until_idle(&database).await;
    assert_eq!(records(&database, "SELECT 1 AS a").await, r#"[{"a":1}]"#);
    place.clear().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn after_a_storm_of_cancellations_all_is_in_order() {
    let place = Place::new().await;
    let database = place.database();
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
        // Spread over the time in which connections are made and queries run.
        let patience = Duration::from_micros(number * 7919 % 60_000);
        calls.push(tokio::spawn(async move {
            let _ = timeout(patience, read(&database, sql)).await;
        }));
    }
    for call in calls {
        call.await.unwrap();
        assert!(database.status().open <= 20);
    }
    place.wait_for_sessions("state <> 'idle'", 0).await;
    assert!(place.sessions("true").await <= 20);
    wait_until_idle(&database).await;
    for _ in 0..40 {
        assert_eq!(records(&database, "SELECT 1 AS a").await, r#"[{"a":1}]"#);
    }
    database.stop().await;
    place.wait_for_sessions("true", 0).await;
    place.clear().await;
}
