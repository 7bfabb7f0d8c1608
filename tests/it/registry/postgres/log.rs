//! The log of the calls of all servers.

use std::{fs, path::Path};

use serde_json::{Value, json};
use toolwright::log::{ExecutionLog, LogOptions};
use toolwright_registry::{LogCopy, SharedLog};

use super::{Replica, SharedDatabase, limits::registry_database};
use crate::{
    api::NO_DATABASE,
    harness::{Home, connect, postgres_server, run, until_async},
};

async fn call(replica: &Replica, text: &str) -> String {
    let called = replica
        .post(
            "tools/serialize_for_cell/call",
            json!({"arguments": {"data": text}}),
        )
        .await
        .expect(200);
    called["execution_id"].as_str().unwrap().to_owned()
}

/// The ids of the calls that a server lists, each with its server.
async fn listed(replica: &Replica) -> Vec<(String, String)> {
    let list = replica.get("executions?limit=1000").await.expect(200);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let items = list["items"].as_array().unwrap().iter();
    items
        .map(|item| (text(&item["id"]), text(&item["server"])))
        .collect()
}

/// The first column of a query on the tables of a test, as numbers.
async fn number(database: &SharedDatabase, sql: &str) -> i64 {
    let client = connect(&postgres_server()).await;
    let path = format!("SET search_path = {}", database.schema);
    client.batch_execute(&path).await.unwrap();
    client.query_one(sql, &[]).await.unwrap().get(0)
}

/// The servers of the calls that `toolwright logs` shows.
async fn servers_in_logs(database: &SharedDatabase) -> Vec<Value> {
    let home = Home::new();
    let mut logs = home.toolwright(&["logs", "--json"]);
    logs.env("TOOLWRIGHT_REGISTRY", "postgres")
        .env("TOOLWRIGHT_REGISTRY_URL", database.url())
        .envs(NO_DATABASE);
    let lines = tokio::task::spawn_blocking(|| run(logs).answer())
        .await
        .unwrap();
    let records = lines.lines().map(serde_json::from_str::<Value>);
    records
        .map(|record| record.unwrap()["server"].clone())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn calls_of_all_servers_are_read_on_each_and_filled_up_after_an_outage() {
    let mut database = SharedDatabase::new().await;
    let one = Replica::with(&database, &[("TOOLWRIGHT_REPLICA", "one")]).await;
    let two = Replica::with(&database, &[("TOOLWRIGHT_REPLICA", "two")]).await;
    let hostile = "\u{0}'); DROP TABLE executions; --\u{fffd}\"\\";
    let (first, second) = (call(&one, hostile).await, call(&two, "b").await);
    let both = [
        (second.clone(), "two".to_owned()),
        (first.clone(), "one".to_owned()),
    ];
    until_async(async || listed(&two).await == both).await;
    assert_eq!(listed(&one).await, both);
    let read = two.get(&format!("executions/{first}")).await.expect(200);
    assert_eq!(
        (&read["server"], &read["arguments"]["data"]),
        (&json!("one"), &json!(hostile))
    );
    let counted = two.get("statistics").await.expect(200);
    assert_eq!(counted["total"]["calls"], 2);
    assert_eq!(servers_in_logs(&database).await, ["one", "two"]);
    database.cut().await;
    let third = call(&one, "c").await;
    // What it knows without the others.
    let own = [
        (third.clone(), "one".to_owned()),
        (first.clone(), "one".to_owned()),
    ];
    assert_eq!(listed(&one).await, own);
    database.mend().await;
    until_async(async || listed(&two).await.len() == 3).await;
    until_async(async || listed(&one).await.len() == 3).await;
    assert_eq!(listed(&two).await[0], (third, "one".to_owned()));
}

fn record(id: u32, time: &str, outcome: &str) -> Vec<u8> {
    let id = format!("019a0000-0000-7000-8000-{id:012}");
    let record = json!({
        "id": id, "time": time, "tool": "t".repeat(300), "caller": "\u{0}", "arguments": {"a": "\u{0}"},
        "outcome": outcome, "elapsed_us": 1500,
    });
    record.to_string().into_bytes()
}

async fn write(folder: &Path, records: impl IntoIterator<Item = Vec<u8>>) {
    let log = ExecutionLog::open(LogOptions::new(folder)).unwrap();
    for record in records {
        log.append(record).await.unwrap();
    }
    log.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_copy_that_is_killed_and_repeated_has_every_record_once() {
    let database = SharedDatabase::new().await;
    let log = SharedLog::new(registry_database(&database).await, "one");
    let (home, now) = (Home::new(), chrono::Utc::now().to_rfc3339());
    let folder = home.join("executions");
    let many = (1..=2_500).map(|id| record(id, &now, "ok"));
    let others = [
        // A call that began, and one that ended too; records of no call; times of no day that is kept.
        record(3_000, &now, "begun"),
        record(3_001, &now, "begun"),
        record(3_001, &now, "failed"),
        b"{}".to_vec(),
        br#"{"id":"x","time":"2026-11-15T12:00:00Z","tool":"t","outcome":"ok"}"#.to_vec(),
        record(3_002, "+99999-01-01T00:00:00Z", "ok"),
        record(3_003, "1999-01-01T00:00:00Z", "ok"),
    ];
    write(&folder, many.chain(others)).await;
    let count = "SELECT count(*) FROM executions WHERE at > '2000-01-01'";
    for _ in 0..2 {
        let copying = tokio::spawn(LogCopy::new(log.clone(), &folder, 30).run());
        until_async(async || number(&database, count).await == 2_502).await;
        copying.abort();
        let _ = copying.await;
        // As one that was killed before it kept how far it had come.
        let _ = fs::remove_file(folder.join("executions.copied"));
    }
    assert_eq!(number(&database, count).await, 2_502);
    let ended = "SELECT count(*) FROM executions WHERE outcome = 'failed'";
    assert_eq!(number(&database, ended).await, 1);
    let today = chrono::Utc::now().format("%Y%m%d");
    let partition = format!("SELECT count(*) FROM executions_{today}");
    assert_eq!(number(&database, &partition).await, 2_502);
    // As they were written, with a byte that PostgreSQL has in no text.
    let exact = "SELECT count(*) FROM executions WHERE position('\\u0000' IN record) > 0";
    assert_eq!(number(&database, exact).await, 2_502);
    // The end of the call that had only begun.
    write(&folder, [record(3_000, &now, "ok")]).await;
    let copying = tokio::spawn(LogCopy::new(log.clone(), &folder, 30).run());
    let begun = "SELECT count(*) FROM executions WHERE outcome = 'begun'";
    until_async(async || number(&database, begun).await == 0).await;
    copying.abort();
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn who_may_only_read_the_log_may_not_drop_it() {
    let database = SharedDatabase::new().await;
    drop(registry_database(&database).await);
    let client = connect(&postgres_server()).await;
    let schema = &database.schema;
    let reader = format!(
        "CREATE ROLE {schema}_reader; GRANT USAGE ON SCHEMA {schema} TO {schema}_reader;
         GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO {schema}_reader;
         SET SESSION AUTHORIZATION {schema}_reader; SET search_path = {schema}"
    );
    client.batch_execute(&reader).await.unwrap();
    for statement in [
        "SELECT drop_executions('2100-01-01')",
        "SELECT prepare_executions('2026-01-01')",
        "SELECT end_limit_shares(NULL)",
        "SELECT * FROM exchange_limits(gen_random_uuid(), '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}')",
    ] {
        let refused = client.batch_execute(statement).await.unwrap_err();
        let code = refused.code().map(tokio_postgres::error::SqlState::code);
        assert_eq!(code, Some("42501"), "{statement}: {refused}");
    }
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn days_that_are_not_kept_are_dropped() {
    let database = SharedDatabase::new().await;
    let log = SharedLog::new(registry_database(&database).await, "one");
    let today = chrono::Utc::now().format("%Y-%m-%d");
    let client = connect(&postgres_server()).await;
    let rows = format!(
        "SET search_path = {};
         INSERT INTO executions (tool, server, outcome, ended_at, record, elapsed_ms, at)
             SELECT 't', 's', 'ok', now(), '{{}}', 1, at
             FROM unnest('{{1999-01-01, 2026-01-05 23:59:59Z, 2026-01-06 00:00Z, {today}}}'::timestamptz[]) AS at;
         SELECT prepare_executions('2026-01-05'), prepare_executions('{today}')",
        database.schema
    );
    client.batch_execute(&rows).await.unwrap();
    let days = "SELECT sum(CASE WHEN at >= now() - interval '2 days' THEN 1 ELSE 100 END)::bigint FROM executions";
    let partitions = "SELECT count(*) FROM pg_inherits WHERE inhparent = 'executions'::regclass";
    // What the default partition had of these days has moved.
    let moved = "SELECT count(*) FROM executions_20260105";
    assert_eq!(number(&database, moved).await, 1);
    assert_eq!(number(&database, partitions).await, 3);
    log.keep(30).await.unwrap();
    assert_eq!(number(&database, days).await, 1, "today's alone");
    assert_eq!(number(&database, partitions).await, 2);
}
