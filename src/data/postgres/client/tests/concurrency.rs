//! Many at once.

use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use crate::data::postgres::tests::place::{Place, limits, read, read_within, records};
use crate::data::postgres::{DatabaseOptions, QueryError, render::ReadLimits};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn sixty_four_reads_share_twenty_connections() {
    let place = Place::new().await;
    let database = place.database();
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
        most = most.max(place.sessions("true").await);
        while let Some(answer) = reads.try_join_next() {
            assert!(answer.unwrap());
        }
    }
    assert!((2..=20).contains(&most), "{most}");
    let status = database.status();
    assert!(status.open <= 20 && status.waiting == 0, "{status:?}");
    assert_eq!(status.open, status.idle);
    place.clear().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn whoever_waits_too_long_is_told_that_all_are_busy() {
    let place = Place::new().await;
    let database = place.database_with(DatabaseOptions {
        max_connections: 1,
        ..DatabaseOptions::default()
    });
    let long = tokio::spawn({
        let database = database.clone();
        async move { read(&database, "SELECT pg_sleep(60)").await.map(drop) }
    });
    place.wait_for_sessions("state = 'active'", 1).await;
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
    place.clear().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn five_connections_are_kept_when_there_is_nothing_to_do() {
    let place = Place::new().await;
    let database = place.database();
    let many = (0..9).map(|_| records(&database, "SELECT pg_sleep(0.2)"));
    futures_util::future::join_all(many).await;
    assert_eq!(database.status().open, 9);
    database.pool().sweep_now();
    assert_eq!(database.status().open, 5);
    place.wait_for_sessions("true", 5).await;
    assert_eq!(records(&database, "SELECT 1 AS a").await, r#"[{"a":1}]"#);
    place.clear().await;
}
