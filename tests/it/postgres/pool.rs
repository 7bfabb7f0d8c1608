//! Many queries at once, and clients that disconnect.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::json;

use super::{client, query};
use crate::harness::{Home, Modern, Seat, TestDatabase, TestServer, borrowed, soon};

/// A query that takes about half a second.
const SLOW: &str = "SELECT count(*) AS n FROM generate_series(1, 1000000) a";
/// A query that ends only when it is cancelled.
const ENDLESS: &str = "SELECT count(*) FROM generate_series(1, 100000000000) n";
const BUSY: &str = "'active', 'idle in transaction', 'idle in transaction (aborted)'";
const ANY: &str = "'active', 'idle', 'idle in transaction', 'idle in transaction (aborted)'";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn sixty_four_queries_share_twenty_connections_and_none_starves() {
    let database = TestDatabase::new().await;
    let client = client(&database, Seat::Reader, &[]).await;
    let queries = join_all((0..64).map(|_| query(&client, SLOW)));
    let most = async {
        let mut most = 0;
        loop {
            tokio::time::sleep(Duration::from_millis(20)).await;
            most = most.max(database.connections(Seat::Reader, ANY).await);
            if most > 20 {
                return most;
            }
        }
    };
    let answers = tokio::select! {
        answers = soon(queries) => answers,
        most = most => panic!("the pool held {most} connections"),
    };
    for answer in answers {
        assert_eq!(
            answer["data"]["content"]["records"],
            json!([{"n": 1_000_000}]),
            "{answer}"
        );
    }
    assert!(database.connections(Seat::Reader, ANY).await <= 20);
    database.until_none(Seat::Reader, BUSY).await;
    database.drop_everything().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn five_connections_stay_open_after_the_first_query() {
    let database = TestDatabase::new().await;
    let client = client(&database, Seat::Reader, &[]).await;
    query(&client, "SELECT 1 AS n").await;
    let open = async || database.connections(Seat::Reader, ANY).await;
    soon(async { while open().await < 5 {} }).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(open().await, 5);
    database.drop_everything().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn waiting_too_long_for_a_connection_is_reported() {
    let database = TestDatabase::new().await;
    let settings = [
        ("TOOLWRIGHT_SQL_CONNECTIONS", "1"),
        ("TOOLWRIGHT_SQL_TIMEOUT", "600ms"),
    ];
    let client = client(&database, Seat::Reader, &settings).await;
    let answers = soon(join_all((0..3).map(|_| query(&client, ENDLESS)))).await;
    for answer in &answers {
        assert_eq!(answer["status"], "error", "{answer}");
    }
    let told: Vec<_> = answers
        .iter()
        .map(|answer| answer["message"].as_str().unwrap())
        .collect();
    assert!(
        told.iter()
            .any(|told| told.contains("connections to the database were in use")),
        "{told:?}"
    );
    database.drop_everything().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_client_that_disconnects_cancels_its_query() {
    let database = TestDatabase::new().await;
    let settings = database.settings(Seat::Reader);
    let home = Home::new();
    let server = TestServer::start(home.server(&borrowed(&settings))).await;
    let modern = Modern::of(&server);
    for _ in 0..5 {
        let call = json!({"name": "query_bga_database", "arguments": {"generated_sql": ENDLESS}});
        let request = modern.request("tools/call", call).send();
        let waiting = tokio::spawn(request);
        soon(async {
            while database.connections(Seat::Reader, "'active'").await == 0 {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        })
        .await;
        waiting.abort();
        let gone = Instant::now();
        database.until_none(Seat::Reader, BUSY).await;
        // The goal is 100 ms. A busy machine gets more time, but a forgotten query would never end.
        assert!(
            gone.elapsed() < Duration::from_secs(2),
            "{:?}",
            gone.elapsed()
        );
    }
    let call =
        json!({"name": "query_bga_database", "arguments": {"generated_sql": "SELECT 1 AS n"}});
    let answer = soon(modern.request("tools/call", call).send())
        .await
        .unwrap();
    assert!(soon(answer.text()).await.unwrap().contains("SQL executed."));
    // The pool opens five in the background, and a call meanwhile one more. Five cancelled calls
    // that left theirs behind would make ten.
    let open = database.connections(Seat::Reader, ANY).await;
    assert!(open <= 6, "{open}");
    database.drop_everything().await;
}

/// Calls that are cancelled at any moment leave neither a transaction nor an extra connection
/// behind.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn many_cancelled_calls_leave_nothing_behind() {
    let database = TestDatabase::new().await;
    let client = client(&database, Seat::Reader, &[]).await;
    for round in 0..10 {
        let storm = (0..16_u64).map(|number| {
            let patience = Duration::from_micros((round * 1_700 + number * 900) % 30_000);
            tokio::time::timeout(patience, query(&client, SLOW))
        });
        join_all(storm).await;
    }
    database.until_none(Seat::Reader, BUSY).await;
    assert!(database.connections(Seat::Reader, ANY).await <= 20);
    let answer = query(&client, "SELECT 1 AS n").await;
    assert_eq!(
        answer["data"]["content"]["records"],
        json!([{"n": 1}]),
        "{answer}"
    );
    database.drop_everything().await;
}
