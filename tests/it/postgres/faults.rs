//! A database that stops or crashes, and comes back.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::json;
use tokio_postgres::Config;

use super::{client, query, records, refusal};
use crate::{
    cluster::database::{Folder, kill},
    harness::{Home, Seat, TestDatabase, borrowed, other_tools_work, settings_of, soon},
    tools::processes::until_gone,
};

const ENDLESS: &str = "SELECT count(*) FROM generate_series(1, 100000000000) n";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn killed_backends_fail_their_queries_but_not_the_pool() {
    let database = TestDatabase::new().await;
    let client = client(&database, Seat::Reader, &[]).await;
    let queries = join_all((0..16).map(|_| query(&client, ENDLESS)));
    let role = database.role(Seat::Reader);
    let kill = format!(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = '{role}'"
    );
    let killing = async {
        while database.connections(Seat::Reader, "'active'").await < 16 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        database.value(&kill).await
    };
    let (answers, _) = soon(async { tokio::join!(queries, killing) }).await;
    for answer in answers {
        assert_eq!(answer["status"], "error", "{answer}");
        let told = answer["message"].as_str().unwrap();
        assert!(
            told.starts_with("Error while querying DB: ") && told.len() > 40,
            "{told}"
        );
    }
    let start = Instant::now();
    assert_eq!(records(&client, "SELECT 1 AS n").await, json!([{"n": 1}]));
    assert!(start.elapsed() < Duration::from_secs(2));
    database.drop_everything().await;
}

/// The whole server is killed while 32 queries run on 20 connections, and started again.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_killed_and_restarted_is_used_again() {
    let folder = Folder::new();
    let cluster = folder.start("any");
    let config: Config = cluster.line.parse().unwrap();
    let settings = settings_of(&config, config.get_user().unwrap(), "");
    let home = Home::new();
    let client = home.server(&borrowed(&settings)).client().await.unwrap();
    assert_eq!(records(&client, "SELECT 1 AS n").await, json!([{"n": 1}]));
    let queries = join_all((0..32).map(|_| query(&client, ENDLESS)));
    let others = async {
        tokio::time::sleep(Duration::from_millis(500)).await;
        let processes = cluster.processes();
        processes.iter().copied().for_each(kill);
        until_gone(&processes).await;
        other_tools_work(&client).await;
    };
    let start = Instant::now();
    let (answers, ()) = soon(async { tokio::join!(queries, others) }).await;
    assert!(
        start.elapsed() < Duration::from_secs(15),
        "{:?}",
        start.elapsed()
    );
    for answer in &answers {
        assert_eq!(answer["status"], "error", "{answer}");
    }
    assert!(
        refusal(&client, "SELECT 1")
            .await
            .contains("cannot reach PostgreSQL")
    );
    let again = tokio::task::spawn_blocking(move || (folder.start("any"), folder));
    let again = again.await.unwrap();
    let back = Instant::now();
    soon(async { while query(&client, "SELECT 1 AS n").await["status"] == "error" {} }).await;
    assert!(
        back.elapsed() < Duration::from_secs(2),
        "{:?}",
        back.elapsed()
    );
    drop(again);
}

/// Idle connections that died are replaced without an error for the next query.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn idle_connections_that_died_are_replaced() {
    let database = TestDatabase::new().await;
    let client = client(&database, Seat::Reader, &[]).await;
    join_all((0..8).map(|_| query(&client, "SELECT 1"))).await;
    let role = database.role(Seat::Reader);
    let kill = format!(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = '{role}'"
    );
    for _ in 0..3 {
        database.value(&kill).await;
        let answers = join_all((0..8).map(|_| query(&client, "SELECT 1 AS n"))).await;
        for answer in answers {
            assert_eq!(
                answer["data"]["content"]["records"],
                json!([{"n": 1}]),
                "{answer}"
            );
        }
    }
    database.drop_everything().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_failed_login_is_reported_without_the_password() {
    let database = TestDatabase::new().await;
    let mut settings = database.settings(Seat::Reader);
    settings[3].1 = "nobody_at_all".into();
    settings[4].1 = "hunter2-secret".into();
    let server = Home::new().server(&borrowed(&settings));
    let client = server.client().await.unwrap();
    let told = refusal(&client, "SELECT 1").await;
    assert!(
        told.contains("nobody_at_all") && !told.contains("hunter2"),
        "{told}"
    );
    database.drop_everything().await;
}

/// If the database is down from the start, the server starts anyway and its other tools work.
#[tokio::test]
async fn a_dead_database_stops_neither_the_start_nor_other_tools() {
    let settings = [
        ("POSTGRESQL_DB_HOST", "127.0.0.1"),
        ("POSTGRESQL_DB_PORT", "9"),
        ("POSTGRESQL_DB_NAME", "shop"),
        ("POSTGRESQL_DB_USER", "reader"),
    ];
    let client = Home::new().server(&settings).client().await.unwrap();
    let told = refusal(&client, "SELECT 1").await;
    assert!(told.contains("127.0.0.1:9"), "{told}");
    other_tools_work(&client).await;
}
