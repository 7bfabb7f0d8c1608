//! The limits of a result, applied while it arrives.

use std::time::{Duration, Instant};

use crate::postgres::{
    DatabaseOptions, Truncation,
    client::{
        transaction,
        wire::{Connection, Query, Sql},
    },
    render::{Limit, ReadLimits, TypeCache},
    tests::test_schema::{TestSchema, limits, read_within, records},
};

fn rows(reason: Limit, limit: usize, returned: usize) -> Truncation {
    Truncation {
        reason,
        limit,
        returned,
        cut_cells: 0,
        cut_columns: Vec::new(),
    }
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn the_number_of_rows_is_limited() {
    let schema = TestSchema::new().await;
    let database = schema.database();
    for (max_rows, expected) in [
        (0, Some(rows(Limit::Rows, 0, 0))),
        (2, Some(rows(Limit::Rows, 2, 2))),
        (3, None),
        (4, None),
    ] {
        let limits = ReadLimits {
            rows: max_rows,
            ..limits()
        };
        let sql = "SELECT i FROM generate_series(1, 3) i";
        let table = read_within(&database, sql, &limits).await.unwrap();
        assert_eq!(table.truncated, expected, "{max_rows}");
        assert_eq!(table.returned, max_rows.min(3));
        let count = table.records.get().matches('i').count();
        assert_eq!(count, max_rows.min(3));
    }
    schema.remove().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn the_bytes_of_all_records_are_limited_and_the_rest_cancelled() {
    let schema = TestSchema::new().await;
    let database = schema.database();
    let sql = "SELECT a FROM (SELECT repeat('x', 90) AS a, generate_series(1, 100000000) AS i) x";
    let limits = ReadLimits {
        rows: usize::MAX,
        bytes: 1001,
        ..limits()
    };
    let table = read_within(&database, sql, &limits).await.unwrap();
    // Each record has 98 bytes. Commas separate them, and brackets surround all.
    assert_eq!(table.truncated, Some(rows(Limit::Bytes, 1001, 10)));
    assert_eq!(table.records.get().len(), 10 * 98 + 9 + 2);
    schema.wait_for_sessions("state = 'active'", 0).await;
    assert_eq!(records(&database, "SELECT 1 AS a").await, r#"[{"a":1}]"#);
    let exact = ReadLimits {
        bytes: 991,
        ..limits
    };
    let sql = "SELECT repeat('x', 90) AS a FROM generate_series(1, 10) i";
    let table = read_within(&database, sql, &exact).await.unwrap();
    assert_eq!((table.truncated, table.records.get().len()), (None, 991));
    let one_less = ReadLimits {
        bytes: 990,
        ..limits
    };
    let table = read_within(&database, sql, &one_less).await.unwrap();
    assert_eq!(table.truncated, Some(rows(Limit::Bytes, 990, 9)));
    schema.remove().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn the_limits_are_the_same_before_a_type_is_known() {
    let schema = TestSchema::new().await;
    schema.run("CREATE TYPE mood AS ENUM ('sad', 'glad')").await;
    let sql = "SELECT a, m FROM (SELECT repeat('x', 30) AS a, 'sad'::mood AS m, \
        generate_series(1, 100000000) AS i) x";
    let limits = ReadLimits {
        bytes: 1001,
        rows: 1_000_000,
        cell_bytes: 20,
        ..limits()
    };
    let database = schema.database();
    let mut tables = Vec::new();
    for _ in 0..2 {
        let table = read_within(&database, sql, &limits).await.unwrap();
        tables.push((table.records.get().to_owned(), table.truncated.unwrap()));
    }
    assert_eq!(tables[0], tables[1]);
    let record = format!(r#"{{"a":"{}","m":"sad"}}"#, "x".repeat(20));
    assert_eq!(tables[0].0, format!("[{}]", vec![record; 25].join(",")));
    let cut = Truncation {
        cut_cells: 25,
        cut_columns: vec!["a".into()],
        ..rows(Limit::Bytes, 1001, 25)
    };
    assert_eq!(tables[0].1, cut);
    schema.remove().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn long_values_are_cut_at_the_end_of_a_character() {
    let schema = TestSchema::new().await;
    let database = schema.database();
    let limits = ReadLimits {
        cell_bytes: 8,
        ..limits()
    };
    for count in [3, 70_000] {
        let sql = format!(
            "SELECT 1 AS a, repeat('가', {count}) AS b, '12345678' AS c, \
             json_build_array('abcdef', {count}) AS d, decode(repeat('00', {count}), 'hex') AS e"
        );
        let table = read_within(&database, &sql, &limits).await.unwrap();
        assert_eq!(
            table.records.get(),
            match count {
                3 => r#"[{"a":1,"b":"가가","c":"12345678","d":"[\"abcdef","e":"AAAA"}]"#,
                _ => r#"[{"a":1,"b":"가가","c":"12345678","d":"[\"abcdef","e":"AAAA"}]"#,
            }
        );
        let cut = Truncation {
            reason: Limit::Cell,
            limit: 8,
            returned: 1,
            cut_cells: if count == 3 { 2 } else { 3 },
            cut_columns: if count == 3 {
                vec!["b".into(), "d".into()]
            } else {
                vec!["b".into(), "d".into(), "e".into()]
            },
        };
        assert_eq!(table.truncated, Some(cut));
    }
    schema.remove().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_huge_value_is_not_held_in_memory() {
    let schema = TestSchema::new().await;
    let options = DatabaseOptions::default();
    let time = Duration::from_secs(5);
    let opened = Connection::open(schema.address.clone(), &options.settings(), false, time).await;
    let mut connection = opened.unwrap();
    let sql = "SELECT repeat('x', 60000000) AS a, 7 AS b";
    let query = Query {
        sql: Sql::Constant(sql),
        parameters: &[],
        max_rows: 10,
    };
    let limits = limits();
    let types = TypeCache::new();
    let rows = transaction::run(&mut connection, &query, &limits, Some(&types)).await;
    let rows = rows.unwrap();
    let types = types.get_all(rows.columns().type_oids());
    let table = rows.into_table(types.unwrap()).unwrap();
    let cut = table.truncated.unwrap();
    assert_eq!((cut.reason, cut.cut_cells), (Limit::Cell, 1));
    let expected = format!(r#"[{{"a":"{}","b":7}}]"#, "x".repeat(64 << 10));
    assert!(table.records.get() == expected);
    assert!(connection.is_idle());
    assert!(connection.stream().buffer_size() <= 128 << 10);
    schema.remove().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_value_far_over_its_limit_is_cancelled() {
    let schema = TestSchema::new().await;
    let database = schema.database();
    let sql = "SELECT i, repeat('x', 90000000) AS a, 7 AS b FROM generate_series(1, 1000) AS i";
    let limits = ReadLimits {
        deadline: Instant::now() + Duration::from_secs(60),
        ..limits()
    };
    let error = read_within(&database, sql, &limits).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "a value of column `a` has 90000000 bytes: select a part of it, for instance `left(a, 1000)`"
    );
    // All 1,000 rows would take minutes. The next query does not wait for them.
    assert_eq!(records(&database, "SELECT 1 AS a").await, r#"[{"a":1}]"#);
    schema.wait_for_sessions("state = 'active'", 0).await;
    schema.remove().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_huge_error_is_not_held_in_memory() {
    let schema = TestSchema::new().await;
    let database = schema.database();
    let sql = "SELECT ('x' || repeat('y', 50000000))::int";
    let error = read_within(&database, sql, &limits()).await.unwrap_err();
    let crate::postgres::QueryError::Server(error) = error else {
        panic!("{error:?}");
    };
    assert_eq!(error.code, "22P02");
    assert!(
        error
            .message
            .starts_with("invalid input syntax for type integer: \"xyyy")
    );
    assert_eq!(error.message.len(), 4096);
    assert_eq!(records(&database, "SELECT 1 AS a").await, r#"[{"a":1}]"#);
    schema.remove().await;
}
