//! The read-only transaction around each statement, without the statement check.

use crate::postgres::{
    DatabaseOptions, QueryError,
    tests::test_schema::{TestSchema, limits, read, read_within, records},
};

fn one() -> DatabaseOptions {
    DatabaseOptions {
        min_connections: 0,
        max_connections: 1,
        ..DatabaseOptions::default()
    }
}

fn code(error: &QueryError) -> &str {
    match error {
        QueryError::Server(error) => &error.code,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn statements_that_write_fail() {
    let schema = TestSchema::new().await;
    let all = format!("CREATE TABLE t (a int); GRANT ALL ON t TO {}", schema.name);
    schema.run(&all).await;
    let database = schema.database_with(one());
    for (sql, expected) in [
        ("INSERT INTO t VALUES (1)", "25006"),
        ("CREATE TEMP TABLE u ()", "25006"),
        ("SELECT 1; SELECT 2", "42601"),
        ("SELECT $1::int", "08P01"),
        ("SELECT * FROM nowhere", "42P01"),
        ("SELECT", "00000"),
    ] {
        match read(&database, sql).await {
            Err(error) => assert_eq!(code(&error), expected, "{sql}"),
            Ok(table) => {
                assert_eq!(table.records.get(), "[{}]", "{sql}");
            }
        }
    }
    for sql in ["", " ; ", "-- nothing"] {
        let error = read(&database, sql).await.unwrap_err();
        assert!(matches!(error, QueryError::Empty), "{sql}: {error:?}");
    }
    let error = read(&database, "SELECT '\0'").await.unwrap_err();
    assert!(matches!(error, QueryError::Unsendable(_)), "{error:?}");
    assert_eq!(
        records(&database, "SELECT count(*) FROM t").await,
        r#"[{"count":0}]"#
    );
    assert_eq!(schema.sessions("true").await, 1);
    schema.remove().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_connection_whose_transaction_was_ended_is_not_reused() {
    let schema = TestSchema::new().await;
    let database = schema.database_with(one());
    for sql in ["COMMIT", "ROLLBACK", "COPY (SELECT 1) TO STDOUT"] {
        let before = records(&database, "SELECT pg_backend_pid()").await;
        let _ = read(&database, sql).await;
        assert_ne!(
            records(&database, "SELECT pg_backend_pid()").await,
            before,
            "{sql}"
        );
    }
    let error = read(&database, "COPY (SELECT 1) TO STDOUT").await;
    assert!(matches!(error, Err(QueryError::Copy)), "{error:?}");
    schema.wait_for_sessions("true", 0).await;
    schema.remove().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn settings_do_not_outlive_their_statement() {
    let schema = TestSchema::new().await;
    let database = schema.database_with(one());
    let settings = "SELECT current_setting('search_path') AS a, current_setting('DateStyle') AS b, \
        current_setting('transaction_read_only') AS c, date '2024-01-02' AS d";
    let before = records(&database, settings).await;
    assert!(
        before.contains(r#""b":"ISO, YMD","c":"on","d":"2024-01-02""#),
        "{before}"
    );
    let change = "SELECT set_config('search_path', 'pg_catalog', false), \
        set_config('DateStyle', 'German', false), date '2024-01-02' AS d";
    let changed = records(&database, change).await;
    assert!(changed.contains("02.01.2024"), "{changed}");
    assert_eq!(records(&database, settings).await, before);
    schema.remove().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn repeated_statements_are_prepared_and_adapt_to_changed_tables() {
    let schema = TestSchema::new().await;
    schema
        .run("CREATE TABLE t (a int); INSERT INTO t VALUES (1)")
        .await;
    let database = schema.database_with(one());
    let sql = "SELECT * FROM t";
    let prepared = "SELECT count(*) FROM pg_prepared_statements WHERE name LIKE 's%'";
    for _ in 0..3 {
        assert_eq!(records(&database, sql).await, r#"[{"a":1}]"#);
    }
    assert_eq!(records(&database, prepared).await, r#"[{"count":1}]"#);
    schema.run("ALTER TABLE t ADD b text DEFAULT 'x'").await;
    for _ in 0..4 {
        assert_eq!(records(&database, sql).await, r#"[{"a":1,"b":"x"}]"#);
    }
    let _ = read(&database, "DEALLOCATE ALL").await;
    assert_eq!(records(&database, sql).await, r#"[{"a":1,"b":"x"}]"#);
    for number in 0..200 {
        for _ in 0..2 {
            let sql = format!("SELECT {number} AS n");
            assert_eq!(
                records(&database, &sql).await,
                format!(r#"[{{"n":{number}}}]"#)
            );
        }
    }
    let held: serde_json::Value =
        serde_json::from_str(&records(&database, prepared).await).unwrap();
    assert!(held[0]["count"].as_i64().unwrap() <= 65, "{held}");
    schema.remove().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn an_error_after_some_rows_is_reported() {
    let schema = TestSchema::new().await;
    let database = schema.database_with(one());
    let sql = "SELECT 1 / (5000 - i) FROM generate_series(1, 9000) i";
    let mut wide = limits();
    wide.rows = 10_000;
    let error = read_within(&database, sql, &wide).await.unwrap_err();
    assert_eq!(code(&error), "22012");
    assert_eq!(error.to_string(), "division by zero");
    let error = read(&database, "SELECT a FROM (SELECT 1 AS b) x").await;
    let Err(QueryError::Server(error)) = error else {
        panic!("{error:?}");
    };
    assert_eq!((error.code.as_str(), error.position), ("42703", Some(8)));
    schema.remove().await;
}
