//! Describing a statement without running it, and running it with bound parameters.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::postgres::{
    Database, QueryError, StatementChecker,
    client::describe::StatementDescription,
    tests::test_schema::{TestSchema, limits},
};

async fn describe(database: &Database, sql: &str) -> Result<StatementDescription, QueryError> {
    let statement = StatementChecker::default().check(sql).unwrap();
    let deadline = Instant::now() + Duration::from_secs(20);
    database.describe(&statement, deadline).await
}

/// Returns the records of a statement with these values, converted as its description says.
async fn records_with(
    database: &Database,
    sql: &str,
    values: &[Value],
) -> Result<String, QueryError> {
    let described = describe(database, sql).await?;
    let texts = described.parameters.iter().zip(values);
    let texts: Vec<_> = texts
        .map(|(found, value)| found.parameter_text(value))
        .collect();
    let texts: Vec<_> = texts.iter().map(Option::as_deref).collect();
    let statement = StatementChecker::default().check(sql).unwrap();
    let table = database.read_with(&statement, &texts, &limits()).await?;
    Ok(table.records.get().to_owned())
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn the_server_says_what_a_statement_takes_and_returns() {
    let schema = TestSchema::new().await;
    schema
        .run(
            "CREATE TYPE mood AS ENUM ('sad', 'glad');
             CREATE TABLE people (id bigint, name varchar(20), moods mood[], at timestamptz)",
        )
        .await;
    let database = schema.database();
    let sql = "SELECT id, name, moods, id FROM people \
        WHERE name = $1 AND id > $2 AND $3 = ANY (moods) AND at < $4 LIMIT $5";
    let found = describe(&database, sql).await.unwrap();
    let names: Vec<&str> = found.parameters.iter().map(|found| found.name()).collect();
    assert_eq!(
        names,
        [
            "text",
            "bigint",
            "mood",
            "timestamp with time zone",
            "bigint"
        ]
    );
    let id = found.parameters[1].parameter_schema();
    assert_eq!(id, json!({"type": "integer"}));
    let columns = found.columns.iter();
    let columns: Vec<_> = columns
        .map(|column| (column.name.as_str(), column.value_type.name()))
        .collect();
    assert_eq!(
        columns,
        [
            ("id", "bigint"),
            ("name", "character varying"),
            ("moods", "mood[]"),
            ("id_2", "bigint")
        ]
    );
    schema.remove().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_described_statement_is_not_run() {
    let schema = TestSchema::new().await;
    let database = schema.database();
    let nothing = describe(&database, "SELECT 1 AS one").await.unwrap();
    assert_eq!((nothing.parameters.len(), nothing.columns.len()), (0, 1));
    assert_eq!(
        nothing.columns[0].value_type.result_schema(),
        json!({"type": ["integer", "null"]})
    );
    // Running it would fail.
    let found = describe(&database, "SELECT 1 / 0 AS a WHERE $1")
        .await
        .unwrap();
    assert_eq!(found.parameters[0].name(), "boolean");
    let since = Instant::now();
    let slow = "SELECT count(*) AS n FROM generate_series(1, 2000000000) AS i";
    assert_eq!(
        describe(&database, slow).await.unwrap().columns[0].name,
        "n"
    );
    assert!(since.elapsed() < Duration::from_secs(5));
    schema.remove().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_statement_that_the_server_refuses_is_an_error_and_the_connection_goes_on() {
    let schema = TestSchema::new().await;
    let database = schema.database();
    for (sql, code) in [
        ("SELECT * FROM nowhere WHERE a = $1", "42P01"),
        ("SELECT $2::int", "42P18"),
        ("SELECT 'x'::int WHERE $1", "22P02"),
    ] {
        let Err(QueryError::Server(error)) = describe(&database, sql).await else {
            panic!("{sql}");
        };
        assert_eq!(error.code, code, "{sql}: {error}");
    }
    let records = records_with(&database, "SELECT $1::int AS a", &[json!(7)]).await;
    assert_eq!(records.unwrap(), r#"[{"a":7}]"#);
    assert_eq!(database.status().open, 1);
    schema.remove().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn bound_values_are_values_whatever_they_contain() {
    let schema = TestSchema::new().await;
    let database = schema.database();
    let hostile = "'; DROP TABLE people; -- $1 \" \\ 한글 {}";
    let texts = records_with(&database, "SELECT $1::text AS a", &[json!(hostile)]).await;
    assert_eq!(texts.unwrap(), json!([{"a": hostile}]).to_string());
    let sql = "SELECT $1::text[] AS a, $2::jsonb AS b, $3::bytea AS c, $4::int AS d, $5::bool AS e, $6::int[] AS f";
    let values = [
        json!([hostile, null, "NULL", ""]),
        json!({"a": [1, hostile]}),
        json!("AAEC"),
        json!(null),
        json!(false),
        json!([[1, 2], [3, 4]]),
    ];
    // The second time, the statement is prepared; the third time, it is used.
    for _ in 0..3 {
        let found = records_with(&database, sql, &values).await.unwrap();
        let found: Value = serde_json::from_str(&found).unwrap();
        let [a, b, c, d, e, f] = &values;
        assert_eq!(
            found,
            json!([{"a": a, "b": b, "c": c, "d": d, "e": e, "f": f}])
        );
    }
    let Err(QueryError::Server(error)) =
        records_with(&database, "SELECT $1::int AS a", &[json!("1; SELECT 2")]).await
    else {
        panic!("a text that is no number was accepted");
    };
    assert_eq!(error.code, "22P02");
    schema.remove().await;
}
