//! Queries that analysts and models write must pass the check and run.

use super::{client, query};
use crate::harness::{Seat, TestDatabase};

/// The tables that the queries read.
const SETUP: &str = include_str!("../../../engines/src/postgres/guard/statement/tests/setup.sql");
/// The queries, one per paragraph.
const QUERIES: &str =
    include_str!("../../../engines/src/postgres/guard/statement/tests/analytics.sql");

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn legitimate_queries_pass_the_check_and_run() {
    let database = TestDatabase::with(SETUP).await;
    let client = client(&database, Seat::Reader, &[]).await;
    let queries: Vec<&str> = QUERIES
        .split("\n\n")
        .map(str::trim)
        .filter(|query| !query.is_empty())
        .collect();
    assert!(queries.len() >= 60, "{} queries", queries.len());
    let mut refused = Vec::new();
    for sql in queries {
        let answer = query(&client, sql).await;
        if answer["status"] != "success" {
            refused.push(format!("{}\n{sql}", answer["message"]));
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n\n"));
    database.drop_everything().await;
}
