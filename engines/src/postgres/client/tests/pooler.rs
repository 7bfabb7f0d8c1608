//! Behind a pooler, where each transaction may run in another session.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use futures_util::future::join_all;
use tokio::time::timeout;
use tokio_postgres::{Config, SimpleQueryMessage};

use super::pgbouncer::PgBouncer;
use crate::postgres::{
    Database, DatabaseOptions, QueryError,
    tests::test_schema::{
        TestSchema, administrator, limits, read, read_within, records, wait_until_idle,
    },
};

/// With this, PgBouncer accepts the settings of a session and ignores them.
const IGNORING: &str = "ignore_startup_parameters = IntervalStyle, bytea_output, extra_float_digits, default_transaction_read_only, \
                        statement_timeout, lock_timeout, idle_in_transaction_session_timeout";

fn through(pooler: &PgBouncer, schema: &TestSchema, options: DatabaseOptions) -> Database {
    Database::new(Arc::new(pooler.address(schema)), options)
}

/// Returns the state of the pooler's sessions, as another client sees it.
async fn sessions(pooler: &PgBouncer, schema: &TestSchema) -> Vec<String> {
    let address = pooler.address(schema);
    let mut config = Config::new();
    config
        .host("127.0.0.1")
        .port(address.port)
        .user(&address.user)
        .dbname(&address.database);
    let client = administrator(&config).await;
    let sql = "SELECT current_setting('IntervalStyle') || ' ' || current_setting('statement_timeout') || ' '
        || current_setting('default_transaction_read_only') || ' ' || (SELECT count(*) FROM pg_prepared_statements)";
    let rows = client.simple_query(sql).await.unwrap();
    let texts = rows.iter().filter_map(|row| match row {
        SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
        _ => None,
    });
    texts.collect()
}

#[tokio::test]
#[ignore = "needs PostgreSQL and PgBouncer: run by tests/run"]
async fn each_transaction_sets_its_settings_and_leaves_nothing_behind() {
    let schema = TestSchema::new().await;
    schema.run("CREATE TABLE t (a int)").await;
    for settings in ["", IGNORING] {
        let pooler = PgBouncer::start(&schema, 1, settings);
        let before = sessions(&pooler, &schema).await;
        let database = through(&pooler, &schema, DatabaseOptions::default());
        // More often than it takes to prepare a statement.
        for _ in 0..4 {
            let sql =
                "SELECT interval '1 day 2 hours' AS i, current_setting('statement_timeout') AS t,
                current_setting('transaction_read_only') AS r, '\\xff'::bytea AS b";
            assert_eq!(
                records(&database, sql).await,
                r#"[{"i":"P1DT2H","t":"30s","r":"on","b":"/w=="}]"#
            );
        }
        assert!(database.status().behind_pooler);
        let refused = read(&database, "INSERT INTO t VALUES (1)").await;
        assert!(
            matches!(&refused, Err(QueryError::Server(error)) if error.code == "25006"),
            "{refused:?}"
        );
        assert_eq!(records(&database, "SELECT * FROM t").await, "[]");
        assert_eq!(sessions(&pooler, &schema).await, before);
        database.stop().await;
    }
    schema.remove().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL and PgBouncer: run by tests/run"]
async fn many_callers_share_few_sessions() {
    let schema = TestSchema::new().await;
    let pooler = PgBouncer::start(&schema, 3, "");
    let database = through(&pooler, &schema, DatabaseOptions::default());
    let answers = join_all((0..64).map(|number| {
        let database = &database;
        async move {
            let sql = format!("SELECT {number} AS n, pg_sleep(0.01)::text AS s");
            (number, records(database, &sql).await)
        }
    }));
    for (number, answer) in answers.await {
        assert_eq!(answer, format!(r#"[{{"n":{number},"s":""}}]"#));
    }
    assert!(schema.sessions("true").await <= 3);
    let wrong = join_all((0..16).map(|_| read(&database, "SELECT 1/0"))).await;
    assert!(wrong.iter().all(Result::is_err));
    assert_eq!(records(&database, "SELECT 1 AS a").await, r#"[{"a":1}]"#);
    database.stop().await;
    schema.remove().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL and PgBouncer: run by tests/run"]
async fn dropping_a_query_behind_a_pooler_cancels_only_that_query() {
    let schema = TestSchema::new().await;
    let pooler = PgBouncer::start(&schema, 2, "");
    let database = through(&pooler, &schema, DatabaseOptions::default());
    let others = async {
        for number in 0..40 {
            let sql = format!("SELECT {number} AS n, pg_sleep(0.02)::text AS s");
            let expected = format!(r#"[{{"n":{number},"s":""}}]"#);
            assert_eq!(records(&database, &sql).await, expected);
        }
    };
    let leaving = async {
        for _ in 0..8 {
            let asked = read(&database, "SELECT pg_sleep(60)");
            assert!(timeout(Duration::from_millis(60), asked).await.is_err());
        }
    };
    tokio::join!(others, leaving);
    let since = Instant::now();
    let busy = "state = 'active' AND query LIKE '%sleep(60)%'";
    schema.wait_for_sessions(busy, 0).await;
    wait_until_idle(&database).await;
    assert!(since.elapsed() < Duration::from_secs(2));
    assert_eq!(records(&database, "SELECT 1 AS a").await, r#"[{"a":1}]"#);
    database.stop().await;
    schema.remove().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL and PgBouncer: run by tests/run"]
async fn the_deadline_holds_while_the_pooler_has_no_free_session() {
    let schema = TestSchema::new().await;
    let pooler = PgBouncer::start(&schema, 1, "");
    let database = through(&pooler, &schema, DatabaseOptions::default());
    let long = read(&database, "SELECT pg_sleep(3)");
    let short = async {
        tokio::time::sleep(Duration::from_millis(200)).await;
        let mut limits = limits();
        limits.deadline = Instant::now() + Duration::from_millis(300);
        read_within(&database, "SELECT 1", &limits).await
    };
    let (long, short) = tokio::join!(long, short);
    assert!(long.is_ok(), "{long:?}");
    assert!(matches!(short, Err(QueryError::Timeout)), "{short:?}");
    database.stop().await;
    schema.remove().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL and PgBouncer: run by tests/run"]
async fn a_pooler_that_is_killed_and_restarted_is_used_again() {
    let schema = TestSchema::new().await;
    let mut pooler = PgBouncer::start(&schema, 2, "");
    let database = through(&pooler, &schema, DatabaseOptions::default());
    assert_eq!(records(&database, "SELECT 1 AS a").await, r#"[{"a":1}]"#);
    pooler.restart(&schema);
    for _ in 0..3 {
        assert_eq!(records(&database, "SELECT 1 AS a").await, r#"[{"a":1}]"#);
    }
    assert!(database.status().behind_pooler);
    database.stop().await;
    schema.remove().await;
}
