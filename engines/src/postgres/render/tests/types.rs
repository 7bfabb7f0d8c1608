//! Every type that a column can have, values at the limits of types, and types that change.

use std::collections::HashMap;

use serde_json::value::RawValue;

use super::{
    super::types::builtin_names,
    samples::{Expected, SAMPLES, WITHOUT_INPUT},
};
use crate::postgres::{
    Database,
    tests::test_schema::{TestSchema, read, records},
};

const OWN_TYPES: &str = "
    CREATE TYPE mood AS ENUM ('sad', 'so \"so\"');
    CREATE TYPE pair AS (a int, \"B c\" text);
    CREATE TYPE nest AS (p pair, ps pair[], m mood);
    CREATE DOMAIN positive AS int CHECK (VALUE > 0);
    CREATE DOMAIN dear AS positive;
    CREATE DOMAIN ints AS int[];
    CREATE DOMAIN two AS pair;
    CREATE TYPE floats AS RANGE (SUBTYPE = float8);
    CREATE TABLE things (id positive, made timestamptz, n nest);";

/// A type that a column can have.
struct Type {
    name: String,
    sql_name: String,
    kind: char,
    /// The element type of an array, or the base type of a domain.
    inner: u32,
    attributes: Vec<String>,
    label: Option<String>,
}

async fn all_types(schema: &TestSchema) -> HashMap<u32, Type> {
    let sql = "SELECT t.oid, t.typname::text, pg_catalog.format_type(t.oid, NULL),
            CASE WHEN e.typarray = t.oid THEN 'a' ELSE t.typtype::text END,
            CASE WHEN e.typarray = t.oid THEN t.typelem ELSE t.typbasetype END,
            ARRAY(SELECT attname::text FROM pg_attribute a WHERE t.typtype = 'c' AND attrelid = t.typrelid
                AND attnum > 0 AND NOT attisdropped ORDER BY attnum),
            (SELECT min(enumlabel::text) FROM pg_enum WHERE enumtypid = t.oid)
        FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
        LEFT JOIN pg_type e ON e.oid = t.typelem
        WHERE t.typtype IN ('b', 'c', 'd', 'e', 'r', 'm')
            AND n.nspname::text IN ('pg_catalog', 'information_schema', $1)";
    let rows = schema.admin.query(sql, &[&schema.name]).await.unwrap();
    let types = rows.iter().map(|row| {
        let found = Type {
            name: row.get(1),
            sql_name: row.get(2),
            kind: row.get::<_, String>(3).chars().next().unwrap(),
            inner: row.get(4),
            attributes: row.get(5),
            label: row.get(6),
        };
        (row.get::<_, u32>(0), found)
    });
    types.collect()
}

/// Returns the text of a value of this type and its JSON, if such a text exists.
fn sample(number: u32, types: &HashMap<u32, Type>) -> Option<(String, Expected)> {
    // No column can have the element type of `cstring[]`.
    let found = types.get(&number)?;
    let leak = |json: String| Expected::Json(json.leak());
    match found.kind {
        'e' => Some((found.label.clone()?, Expected::Text)),
        'd' if found.name == "yes_or_no" => Some(("YES".into(), Expected::Text)),
        'd' => sample(found.inner, types),
        'c' => {
            let count = found.attributes.len();
            let keys = found.attributes.iter();
            let keys = keys.map(|key| format!("{}:null", serde_json::to_string(key).unwrap()));
            let json = format!("{{{}}}", keys.collect::<Vec<_>>().join(","));
            let text = format!("({})", ",".repeat(count.saturating_sub(1)));
            Some((text, leak(json)))
        }
        'r' if found.name == "floats" => Some(("empty".into(), leak(r#"{"empty":true}"#.into()))),
        'm' if found.name == "floats_multirange" || found.name == "floatsmultirange" => {
            Some(("{}".into(), leak("[]".into())))
        }
        _ if WITHOUT_INPUT.contains(&found.name.as_str()) => None,
        'a' => None,
        _ => {
            let sample = SAMPLES.iter().find(|(name, ..)| *name == found.name);
            let (_, text, expected) =
                sample.unwrap_or_else(|| panic!("there is no sample of `{}`", found.sql_name));
            Some(((*text).to_owned(), *expected))
        }
    }
}

/// Returns the JSON of the column `v` in the first record.
async fn value(database: &Database, sql: &str) -> Result<String, String> {
    let table = read(database, sql)
        .await
        .map_err(|error| error.to_string())?;
    let records: Vec<HashMap<String, Box<RawValue>>> =
        serde_json::from_str(table.records.get()).unwrap();
    Ok(records[0]["v"].get().to_owned())
}

/// Returns what is wrong with the JSON of this type.
async fn wrong(database: &Database, number: u32, types: &HashMap<u32, Type>) -> Option<String> {
    let found = &types[&number];
    let name = &found.sql_name;
    let null = value(database, &format!("SELECT NULL::{name} AS v")).await;
    if null != Ok("null".into()) {
        return Some(format!("{name}: a null is {null:?}"));
    }
    let is_array = found.kind == 'a';
    let of = if is_array { found.inner } else { number };
    let (text, expected) = sample(of, types)?;
    let quoted = text.replace('\'', "''");
    let one = format!("'{quoted}'::{}", types[&of].sql_name);
    let sql = match is_array {
        true => format!("ARRAY[({one})::text, NULL]::{name}"),
        false => one.clone(),
    };
    let json = match expected {
        Expected::Json(json) => json.to_owned(),
        Expected::Text => {
            let text = format!("SELECT ({one})::text AS v");
            match value(database, &text).await {
                Ok(text) => text,
                // A server can be built without XML.
                Err(_) if types[&of].name == "xml" => return None,
                Err(error) => return Some(format!("{name}: {error}")),
            }
        }
    };
    let json = if is_array {
        format!("[{json},null]")
    } else {
        json
    };
    let got = value(database, &format!("SELECT {sql} AS v")).await;
    (got.as_deref() != Ok(json.as_str())).then(|| format!("{name}: {got:?} is not {json}"))
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn every_type_that_a_column_can_have_is_rendered() {
    let schema = TestSchema::new().await;
    schema.run(OWN_TYPES).await;
    let zone = format!("ALTER ROLE {} SET timezone = 'Asia/Seoul'", schema.name);
    schema.run(&zone).await;
    let types = all_types(&schema).await;
    assert!(types.len() > 400, "{}", types.len());
    let database = schema.database();
    let mut found = Vec::new();
    for number in types.keys() {
        found.extend(wrong(&database, *number, &types).await);
    }
    assert_eq!(found, Vec::<String>::new());
    schema.remove().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn nested_types_are_rendered_completely() {
    let schema = TestSchema::new().await;
    schema.run(OWN_TYPES).await;
    let database = schema.database();
    let nest =
        r#"{"p":{"a":1,"B c":"x \"y\" (,) \\"},"ps":[{"a":2,"B c":null},null],"m":"so \"so\""}"#;
    for (sql, expected) in [
        (
            r#"ROW(ROW(1, 'x "y" (,) \'), ARRAY[ROW(2, NULL)::pair, NULL], 'so "so"')::nest"#,
            nest.to_owned(),
        ),
        (
            r#"ARRAY[ROW(ROW(1, 'x "y" (,) \'), ARRAY[ROW(2, NULL)::pair, NULL], 'so "so"')::nest]"#,
            format!("[{nest}]"),
        ),
        ("7::dear", "7".into()),
        ("'{{1,2},{3,NULL}}'::ints", "[[1,2],[3,null]]".into()),
        ("ARRAY['{1}'::ints]", "[[1]]".into()),
        ("ROW(1, 'x')::two", r#"{"a":1,"B c":"x"}"#.into()),
        (
            "floats(1.5, NULL)",
            r#"{"lower":1.5,"upper":null,"lower_inclusive":true,"upper_inclusive":false}"#.into(),
        ),
    ] {
        let got = value(&database, &format!("SELECT {sql} AS v")).await;
        assert_eq!(got, Ok(expected), "{sql}");
    }
    schema.remove().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn arrays_and_anonymous_records_are_rendered() {
    let schema = TestSchema::new().await;
    let database = schema.database();
    for (sql, expected) in [
        ("'[0:1]={1,2}'::int[]", "[1,2]"),
        ("ROW(1, 'x', NULL)", r#"{"f1":"1","f2":"x","f3":null}"#),
        ("ARRAY[ROW(1), ROW(NULL)]", r#"[{"f1":"1"},{"f1":null}]"#),
        ("'{\"(1,1),(0,0)\"}'::text[]", r#"["(1,1),(0,0)"]"#),
        (
            "ARRAY[box '((1,1),(0,0))', box '((2,2),(0,0))']",
            r#"["(1,1),(0,0)","(2,2),(0,0)"]"#,
        ),
    ] {
        let got = value(&database, &format!("SELECT {sql} AS v")).await;
        assert_eq!(got.as_deref(), Ok(expected), "{sql}");
    }
    schema.remove().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn values_at_the_limits_of_their_types_are_rendered() {
    let schema = TestSchema::new().await;
    let zone = format!("ALTER ROLE {} SET timezone = 'Asia/Seoul'", schema.name);
    schema.run(&zone).await;
    let database = schema.database();
    for (sql, expected) in [
        ("9007199254740992", "9007199254740992"),
        ("-9007199254740993", "\"-9007199254740993\""),
        ("123456789012345.0::numeric", "\"123456789012345.0\""),
        ("12345678901234.5::numeric", "12345678901234.5"),
        ("'NaN'::numeric", "\"NaN\""),
        ("'-infinity'::float4", "\"-Infinity\""),
        ("'nan'::float8", "\"NaN\""),
        ("1e300::float8", "1e+300"),
        ("'-0'::float8", "-0"),
        (
            "timestamptz '1900-01-01 00:00:00 UTC'",
            "\"1900-01-01T00:00:00Z\"",
        ),
        ("timestamptz 'infinity'", "\"infinity\""),
        ("timestamp '0044-03-15 BC'", "\"-000043-03-15T00:00:00\""),
        ("date '10000-01-01'", "\"+010000-01-01\""),
        ("'\\x'::bytea", "\"\""),
        ("''::text", "\"\""),
        ("''::tsvector", "\"\""),
        ("pg_notify('a', 'b')", "\"\""),
        ("'\"\\ud800\"'::json", "\"\\\"\\\\ud800\\\"\""),
        ("'{\n\"a\" : 1}'::json", "{ \"a\" : 1}"),
        ("'1e400'::jsonb::text = '1' || repeat('0', 400)", "true"),
    ] {
        // Some servers treat a notification as a write.
        let got = value(&database, &format!("SELECT {sql} AS v")).await;
        match sql.starts_with("pg_notify") {
            true => assert!(got.is_err() || got == Ok(expected.into()), "{got:?}"),
            false => assert_eq!(got, Ok(expected.into()), "{sql}"),
        }
    }
    schema.remove().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn the_built_in_types_are_those_of_the_server() {
    let schema = TestSchema::new().await;
    for (number, name) in builtin_names() {
        let sql = format!("SELECT pg_catalog.format_type({number}, NULL)");
        let row = schema.admin.query_one(&sql, &[]).await.unwrap();
        assert_eq!(row.get::<_, String>(0), name, "{number}");
    }
    schema.remove().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_value_with_a_new_attribute_is_text_until_the_cache_expires() {
    let schema = TestSchema::new().await;
    schema.run("CREATE TYPE pair AS (a int, b int)").await;
    let database = schema.database();
    let sql = "SELECT '(1,2)'::pair AS v";
    assert_eq!(records(&database, sql).await, r#"[{"v":{"a":1,"b":2}}]"#);
    schema.run("ALTER TYPE pair ADD ATTRIBUTE c int").await;
    let sql = "SELECT '(1,2,3)'::pair AS v";
    // The type is cached for a minute. Until then the value is a string.
    assert_eq!(records(&database, sql).await, r#"[{"v":"(1,2,3)"}]"#);
    let fresh = schema.database();
    assert_eq!(records(&fresh, sql).await, r#"[{"v":{"a":1,"b":2,"c":3}}]"#);
    schema.remove().await;
}
