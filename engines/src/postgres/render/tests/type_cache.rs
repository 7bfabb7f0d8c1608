//! The built-in types compared with those of a real server, and types that change.

use crate::postgres::{
    render::types::builtin_names,
    tests::test_schema::{TestSchema, records},
};

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
