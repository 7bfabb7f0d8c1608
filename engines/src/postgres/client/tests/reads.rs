//! The result of a read.

use crate::postgres::tests::test_schema::{TestSchema, read, records};

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn records_have_the_columns_in_their_order() {
    let schema = TestSchema::new().await;
    let database = schema.database();
    let sql = "SELECT 1 AS b, 'x' AS a, NULL::text AS \"C\"\"\", true AS b, 2.50 AS b_2";
    for _ in 0..4 {
        assert_eq!(
            records(&database, sql).await,
            r#"[{"b":1,"a":"x","C\"":null,"b_3":true,"b_2":2.50}]"#
        );
    }
    let table = read(&database, sql).await.unwrap();
    let columns: Vec<_> = table
        .columns
        .iter()
        .map(|column| (column.name.as_str(), column.type_name.as_str()))
        .collect();
    assert_eq!(
        columns,
        [
            ("b", "integer"),
            ("a", "text"),
            ("C\"", "text"),
            ("b_3", "boolean"),
            ("b_2", "numeric")
        ]
    );
    assert_eq!((table.returned, table.truncated), (1, None));
    schema.remove().await;
}
