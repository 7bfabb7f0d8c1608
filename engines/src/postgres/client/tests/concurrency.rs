//! Many queries at once, and the size of the pool.

use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use crate::postgres::{
    DatabaseOptions, QueryError,
    render::ReadLimits,
    tests::test_schema::{TestSchema, limits, read, read_within, records, wait_until_idle},
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn sixty_four_reads_share_twenty_connections() {
    let schema = TestSchema::new().await;
    let database = schema.database();
    let mut reads = JoinSet::new();
    for number in 0..64 {
        let database = database.clone();
        reads.spawn(async move {
            let sql = format!("SELECT {number} AS n, pg_sleep(0.05)::text AS s");
            records(&database, &sql).await == format!(r#"[{{"n":{number},"s":""}}]"#)
        });
    }
    let mut most = 0;
    while !reads.is_empty() {
        most = most.max(schema.sessions("true").await);
        while let Some(answer) = reads.try_join_next() {
            assert!(answer.unwrap());
        }
    }
    assert!((2..=20).contains(&most), "{most}");
    let status = database.status();
    assert!(status.open <= 20 && status.waiting == 0, "{status:?}");
    assert_eq!(status.open, status.idle);
    schema.remove().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn waiting_too_long_for_a_connection_reports_a_busy_pool() {
    let schema = TestSchema::new().await;
    let database = schema.database_with(DatabaseOptions {
        max_connections: 1,
        ..DatabaseOptions::default()
    });
    let long = tokio::spawn({
        let database = database.clone();
        async move { read(&database, "SELECT pg_sleep(60)").await.map(drop) }
    });
    schema.wait_for_sessions("state = 'active'", 1).await;
    let soon = ReadLimits {
        deadline: Instant::now() + Duration::from_millis(100),
        ..limits()
    };
    let error = read_within(&database, "SELECT 1", &soon).await;
    let Err(QueryError::Busy {
        max_connections: 1,
        waited,
    }) = error
    else {
        panic!("{error:?}");
    };
    assert!(waited >= Duration::from_millis(90), "{waited:?}");
    long.abort();
    assert_eq!(records(&database, "SELECT 1 AS a").await, r#"[{"a":1}]"#);
    database.stop().await;
    let error = read(&database, "SELECT 1").await;
    assert!(matches!(error, Err(QueryError::Stopped)), "{error:?}");
    schema.remove().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn five_connections_are_opened_after_the_first_query_and_kept() {
    let schema = TestSchema::new().await;
    let database = schema.database_with(DatabaseOptions::default());
    assert_eq!(database.status().open, 0);
    assert_eq!(records(&database, "SELECT 1 AS a").await, r#"[{"a":1}]"#);
    schema.wait_for_sessions("true", 5).await;
    wait_until_idle(&database).await;
    let many = (0..9).map(|_| records(&database, "SELECT pg_sleep(0.2)"));
    futures_util::future::join_all(many).await;
    assert_eq!(database.status().open, 9);
    database.pool().sweep_now();
    assert_eq!(database.status().open, 5);
    schema.wait_for_sessions("true", 5).await;
    assert_eq!(records(&database, "SELECT 1 AS a").await, r#"[{"a":1}]"#);
    schema.remove().await;
}
