//! The types that are known here without asking, compared with what the server says.

use crate::data::postgres::render::types::builtin_names;
use crate::data::postgres::tests::place::{Place, records};

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn the_types_that_are_known_by_heart_are_those_of_the_server() {
    let place = Place::new().await;
    for (number, name) in builtin_names() {
        let sql = format!("SELECT pg_catalog.format_type({number}, NULL)");
        let row = place.admin.query_one(&sql, &[]).await.unwrap();
        assert_eq!(row.get::<_, String>(0), name, "{number}");
    }
    place.clear().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn an_attribute_that_is_added_later_does_no_harm() {
    let place = Place::new().await;
    place.run("CREATE TYPE pair AS (a int, b int)").await;
    let database = place.database();
    let sql = "SELECT '(1,2)'::pair AS v";
    assert_eq!(records(&database, sql).await, r#"[{"v":{"a":1,"b":2}}]"#);
    place.run("ALTER TYPE pair ADD ATTRIBUTE c int").await;
    let sql = "SELECT '(1,2,3)'::pair AS v";
    // What was learnt is believed for a minute; until then the value is its text.
    assert_eq!(records(&database, sql).await, r#"[{"v":"(1,2,3)"}]"#);
    let fresh = place.database();
    assert_eq!(records(&fresh, sql).await, r#"[{"v":{"a":1,"b":2,"c":3}}]"#);
    place.clear().await;
}
