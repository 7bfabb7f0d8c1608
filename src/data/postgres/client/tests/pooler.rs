//! Behind a pooler: the session is another in each transaction, and belongs to others in between.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use futures_util::future::join_all;
use tokio::time::timeout;
use tokio_postgres::{Config, SimpleQueryMessage};

use super::pg_bouncer::PgBouncer;
use crate::data::postgres::{
    Database, DatabaseOptions, QueryError,
    tests::place::{Place, administrator, limits, read, read_within, records, wait_until_idle},
};

/// With these, PgBouncer takes the settings of a session and keeps them to itself.
const IGNORING: &str = "ignore_startup_parameters = IntervalStyle, bytea_output, extra_float_digits, default_transaction_read_only, \
                        statement_timeout, lock_timeout, idle_in_transaction_session_timeout";

fn through(pooler: &PgBouncer, place: &Place, options: DatabaseOptions) -> Database {
    Database::new(Arc::new(pooler.address(place)), options)
}

/// What the sessions that the pooler lends are like, as another of its clients sees them.
async fn sessions(pooler: &PgBouncer, place: &Place) -> Vec<String> {
    let address = pooler.address(place);
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
async fn every_transaction_brings_its_settings_and_leaves_nothing() {
    let place = Place::new().await;
    place.run("CREATE TABLE t (a int)").await;
    for settings in ["", IGNORING] {
        let pooler = PgBouncer::start(&place, 1, settings);
        let before = sessions(&pooler, &place).await;
        let database = through(&pooler, &place, DatabaseOptions::default());
        // More often than a statement is prepared after.
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
        assert_eq!(sessions(&pooler, &place).await, before);
        database.stop().await;
    }
    place.clear().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL and PgBouncer: run by tests/run"]
async fn many_callers_share_few_sessions() {
    let place = Place::new().await;
    let pooler = PgBouncer::start(&place, 3, "");
    let database = through(&pooler, &place, DatabaseOptions::default());
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
    assert!(place.sessions("true").await <= 3);
    let wrong = join_all((0..16).map(|_| read(&database, "SELECT 1/0"))).await;
    assert!(wrong.iter().all(Result::is_err));
    assert_eq!(records(&database, "SELECT 1 AS a").await, r#"[{"a":1}]"#);
    database.stop().await;
    place.clear().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL and PgBouncer: run by tests/run"]
async fn a_caller_that_goes_away_ends_the_query_and_nobody_elses() {
    let place = Place::new().await;
    let pooler = PgBouncer::start(&place, 2, "");
    let database = through(&pooler, &place, DatabaseOptions::default());
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
    place.wait_for_sessions(busy, 0).await;
    wait_until_idle(&database).await;
    assert!(since.elapsed() < Duration::from_secs(2));
    assert_eq!(records(&database, "SELECT 1 AS a").await, r#"[{"a":1}]"#);
    database.stop().await;
    place.clear().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL and PgBouncer: run by tests/run"]
async fn the_deadline_holds_also_where_the_pooler_has_no_session_left() {
    let place = Place::new().await;
    let pooler = PgBouncer::start(&place, 1, "");
    let database = through(&pooler, &place, DatabaseOptions::default());
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
    place.clear().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL and PgBouncer: run by tests/run"]
async fn a_pooler_that_is_killed_and_comes_back_is_used_again() {
    let place = Place::new().await;
    let mut pooler = PgBouncer::start(&place, 2, "");
    let database = through(&pooler, &place, DatabaseOptions::default());
    assert_eq!(records(&database, "SELECT 1 AS a").await, r#"[{"a":1}]"#);
    pooler.restart(&place);
    for _ in 0..3 {
        assert_eq!(records(&database, "SELECT 1 AS a").await, r#"[{"a":1}]"#);
    }
    assert!(database.status().behind_pooler);
    database.stop().await;
    place.clear().await;
}
