//! The results of queries, and their limits.

use std::time::{Duration, Instant};

use serde_json::json;

use super::{client, query, records, refusal};
use crate::harness::{Seat, TestDatabase};

const USERS: &str = "
    CREATE TABLE users (user_id int PRIMARY KEY, username text, email varchar(255));
    INSERT INTO users VALUES (101, 'alice', 'alice@example.com'), (102, 'bob', 'bob@example.com'), (103, 'charlie', 'charlie@example.com');";

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn the_examples_of_the_specification_have_exactly_its_results() {
    let database = TestDatabase::with(USERS).await;
    let client = client(&database, Seat::Reader, &[]).await;
    let sql = "SELECT user_id, username, email FROM users LIMIT 3";
    let expected = json!({
        "status": "success",
        "message": "SQL executed.",
        "data": {
            "type": "csv_table",
            "content": {
                "sql": sql,
                "records": [
                    {"user_id": 101, "username": "alice", "email": "alice@example.com"},
                    {"user_id": 102, "username": "bob", "email": "bob@example.com"},
                    {"user_id": 103, "username": "charlie", "email": "charlie@example.com"},
                ],
            },
        },
    });
    assert_eq!(query(&client, sql).await, expected);
    let spaced = query(&client, &sql.replace(' ', "\u{a0}")).await;
    assert_eq!(spaced, expected);
    assert_eq!(
        query(&client, "SELEC user_id FROM users").await,
        json!({"status": "error", "message": "Error while querying DB: syntax error at or near \"SELEC\""})
    );
    assert_eq!(
        refusal(&client, "SELECT nothing FROM users").await,
        "column \"nothing\" does not exist"
    );
    database.drop_everything().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn columns_keep_their_order_and_duplicate_names_are_numbered() {
    let database = TestDatabase::new().await;
    let client = client(&database, Seat::Reader, &[]).await;
    let output = client
        .call(
            "query_bga_database",
            json!({"generated_sql": "SELECT 1 AS z, 2 AS a, 3 AS z, 4 AS z_2, 5 AS z, 6"}),
        )
        .await
        .unwrap();
    let text = output.structured.as_ref().unwrap().get();
    assert!(
        text.contains(r#"[{"z":1,"a":2,"z_3":3,"z_2":4,"z_4":5,"?column?":6}]"#)
            || text.contains(r#"[{"z":1,"a":2,"z_2":3,"z_2_2":4,"z_3":5,"?column?":6}]"#),
        "{text}"
    );
    assert_eq!(records(&client, "SELECT WHERE false").await, json!([]));
    assert_eq!(
        records(&client, "SELECT FROM generate_series(1, 2)").await,
        json!([{}, {}])
    );
    database.drop_everything().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn rows_bytes_and_cells_are_limited_and_cuts_are_reported() {
    let database = TestDatabase::new().await;
    let limits = [
        ("TOOLWRIGHT_SQL_MAX_ROWS", "10"),
        ("TOOLWRIGHT_SQL_MAX_BYTES", "10000"),
        ("TOOLWRIGHT_SQL_MAX_CELL", "1000"),
    ];
    let client = client(&database, Seat::Reader, &limits).await;
    let exact = query(&client, "SELECT n FROM generate_series(1, 10) n").await;
    assert_eq!(
        exact["data"]["content"]["truncated"],
        json!(null),
        "{exact}"
    );
    let rows = query(&client, "SELECT n FROM generate_series(1, 1000000) n").await;
    let content = &rows["data"]["content"];
    assert_eq!(content["records"].as_array().unwrap().len(), 10);
    assert_eq!(rows["message"], "SQL executed.");
    assert_eq!(content["truncated"]["reason"], "rows", "{rows}");
    assert_eq!(
        (
            &content["truncated"]["returned"],
            &content["truncated"]["limit"]
        ),
        (&json!(10), &json!(10)),
        "{rows}"
    );
    let cell = query(&client, "SELECT repeat('한', 100000) AS wide, 1 AS n").await;
    let content = &cell["data"]["content"];
    assert_eq!(
        content["truncated"]["reason"], "cell",
        "{}",
        content["truncated"]
    );
    let wide = content["records"][0]["wide"].as_str().unwrap();
    assert!(
        wide.len() <= 1000 && wide.chars().all(|one| one == '한' || one == '…'),
        "{}",
        wide.len()
    );
    assert_eq!(content["records"][0]["n"], 1);
    let bytes = query(
        &client,
        "SELECT repeat('x', 999) AS text FROM generate_series(1, 11) n",
    )
    .await;
    let content = &bytes["data"]["content"];
    assert_eq!(
        content["truncated"]["reason"], "bytes",
        "{}",
        content["truncated"]
    );
    assert!(content["records"].to_string().len() <= 12_000);
    assert_eq!(records(&client, "SELECT 1 AS n").await, json!([{"n": 1}]));
    database.drop_everything().await;
}

/// A huge value is not held in memory. One far over the limit is cancelled, a smaller one is cut.
#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_huge_value_is_cut_while_it_arrives() {
    let database = TestDatabase::new().await;
    let client = client(&database, Seat::Reader, &[]).await;
    let before = peak_memory();
    let message = refusal(&client, "SELECT repeat('x', 200000000) AS wide").await;
    assert_eq!(
        message,
        "a value of column `wide` has 200000000 bytes: select a part of it, for instance `left(wide, 1000)`"
    );
    let answer = query(&client, "SELECT repeat('x', 60000000) AS wide").await;
    assert_eq!(
        answer["data"]["content"]["truncated"]["reason"], "cell",
        "{}",
        answer["message"]
    );
    let grown = peak_memory() - before;
    assert!(grown < 30_000, "the peak grew by {grown} kB");
    assert_eq!(records(&client, "SELECT 1 AS n").await, json!([{"n": 1}]));
    database.drop_everything().await;
}

/// Returns the peak memory of this process, in kB.
fn peak_memory() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status
        .lines()
        .find(|line| line.starts_with("VmHWM"))
        .unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_query_that_takes_too_long_is_cancelled_on_the_server() {
    let database = TestDatabase::new().await;
    let client = client(
        &database,
        Seat::Reader,
        &[("TOOLWRIGHT_SQL_TIMEOUT", "700ms")],
    )
    .await;
    for sql in [
        "SELECT count(*) FROM generate_series(1, 100000000000) n",
        // A query that returns rows all the time.
        "SELECT a FROM generate_series(1, 900) a, LATERAL (SELECT sum(sqrt(b * a)) FROM generate_series(1, 200000) b) c",
        "WITH RECURSIVE loop AS (SELECT 1 AS n UNION ALL SELECT 1 FROM loop) SELECT count(*) FROM loop",
    ] {
        let start = Instant::now();
        let told = refusal(&client, sql).await;
        assert_eq!(told, "the query took too long and was cancelled");
        assert!(
            start.elapsed() < Duration::from_secs(5),
            "{:?}",
            start.elapsed()
        );
        database.until_none(Seat::Reader, "'active'").await;
    }
    assert_eq!(records(&client, "SELECT 1 AS n").await, json!([{"n": 1}]));
    database.drop_everything().await;
}
