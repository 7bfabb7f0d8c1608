//! Rows that other programs write: in the tables, and in the views of custom tools.

use super::{TestRegistry, shown};
use crate::store::{ChangeKind, Expected, Store as _, tests::folder::put};

const CHANGES: &str = "INSERT INTO h_custom_tool (id, name, description_agent, tool_type, definition)
                VALUES (70, 'double', 'Doubles.', 'PYTHON', 'n * 2');
             INSERT INTO h_custom_tool_param (id, tool_id, param_name, param_type, is_required)
                VALUES (900, 70, 'n', 'NUMBER', 'N');
             UPDATE h_custom_tool SET is_active = 'N', definition = 'm * 2' WHERE id = 70;
             UPDATE h_custom_tool_param SET param_name = 'm', is_required = 'Y' WHERE id = 900;
             DELETE FROM h_custom_tool WHERE name = 'a';
             INSERT INTO h_custom_tool (name, tool_type, definition) VALUES ('next', 'SQL', 'SELECT 1');";

/// As a program writes it that was made for tables of these names.
const MULTIPLY: &str = "INSERT INTO h_custom_tool (name, description_agent, description_user, tool_type, definition, is_active, created_by)
                VALUES ('multiply_numbers', 'Multiplies.', 'For people.', 'PYTHON', 'num1 * num2', 'Y', 'hong');
             INSERT INTO h_custom_tool_param (tool_id, param_name, param_type, is_required, description)
                SELECT id, 'num1', 'NUMBER', 'Y', 'One.' FROM h_custom_tool;
             INSERT INTO h_custom_tool_param (tool_id, param_name, param_type, is_required)
                SELECT id, 'num2', 'NUMBER', 'Y' FROM h_custom_tool;";

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_row_of_the_view_of_custom_tools_is_a_tool() {
    let registry = TestRegistry::new().await;
    let store = registry.store();
    store.migrate().await.unwrap();
    registry.run(MULTIPLY).await;
    let records = store.load().await.unwrap();
    let spec = &records[0].spec;
    assert_eq!((spec.name(), records[0].revision), ("multiply_numbers", 3));
    let (definition, _) = spec.definition();
    assert_eq!(definition.description(), "Multiplies.");
    let expected = serde_json::json!({
        "type": "object", "required": ["num1", "num2"],
        "properties": {"num1": {"type": "number", "description": "One."}, "num2": {"type": "number"}},
    });
    assert_eq!(serde_json::json!(definition.input_schema()), expected);
    let shown = registry
        .texts(
            "SELECT concat_ws('|', name, description_user, tool_type, definition, is_active, created_by,
                reg_dt ~ '^20') FROM h_custom_tool
             UNION ALL (SELECT concat_ws('|', param_name, param_type, is_required, description)
                FROM h_custom_tool_param ORDER BY id)",
        )
        .await;
    assert_eq!(
        shown,
        [
            "multiply_numbers|For people.|PYTHON|num1 * num2|Y|hong|t",
            "num1|NUMBER|Y|One.",
            "num2|NUMBER|Y",
        ]
    );
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn rows_of_the_views_are_changed_and_deleted_like_those_of_tables() {
    let registry = TestRegistry::new().await;
    let store = registry.store();
    store
        .apply(vec![put("a", "1", Expected::Absent)])
        .await
        .unwrap();
    registry.run(CHANGES).await;
    let ids = registry
        .texts("SELECT id::text FROM h_custom_tool ORDER BY id")
        .await;
    assert_eq!(ids, ["70", "71"]);
    let parameters = registry
        .texts(
            "SELECT concat_ws('|', id, tool_id, param_name, is_required) FROM h_custom_tool_param",
        )
        .await;
    assert_eq!(parameters, ["900|70|m|Y"]);
    let records = store.load().await.unwrap();
    let names: Vec<_> = records
        .iter()
        .map(|record| (record.spec.name(), record.spec.is_active()))
        .collect();
    assert_eq!(names, [("double", false), ("next", true)]);
    let removed = store.removed().await.unwrap();
    assert_eq!(
        (removed[0].tool.as_str(), removed[0].change),
        ("a", ChangeKind::Found)
    );
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_column_that_somebody_changes_is_a_version_of_the_definition() {
    let registry = TestRegistry::new().await;
    let store = registry.store();
    store
        .apply(vec![put("a", "1", Expected::Absent)])
        .await
        .unwrap();
    registry
        .run("UPDATE tools SET is_active = false, description = 'By hand.' WHERE name = 'a'")
        .await;
    // It says what it says already.
    registry
        .run("UPDATE tools SET is_active = false WHERE name = 'a'")
        .await;
    let records = store.load().await.unwrap();
    assert!(!records[0].spec.is_active());
    assert_eq!(records[0].spec.json()["description"], "By hand.");
    let versions = store.history("a".into()).await.unwrap();
    let users = registry.texts("SELECT session_user::text").await;
    let last = versions.last().unwrap();
    assert_eq!(
        (versions.len(), last.change, &last.by),
        (2, ChangeKind::Found, &users[0])
    );
    // Another program renames it.
    registry
        .run("UPDATE tools SET name = 'b' WHERE name = 'a'")
        .await;
    let names: Vec<_> = shown(&store)
        .await
        .into_iter()
        .map(|(name, _, revision)| (name, revision))
        .collect();
    assert_eq!(names, [("b".to_owned(), 1)]);
    let versions = store.history("a".into()).await.unwrap();
    assert_eq!((versions.len(), versions[2].spec.is_none()), (3, true));
    registry.run("DELETE FROM tools").await;
    assert_eq!(store.removed().await.unwrap().len(), 2);
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_row_that_is_no_definition_is_left_out_and_told_and_harms_no_other() {
    let registry = TestRegistry::new().await;
    let store = registry.store();
    store
        .apply(vec![put("a", "1", Expected::Absent)])
        .await
        .unwrap();
    registry
        .run("INSERT INTO tools (name, tool_type, config) VALUES ('bad', 'expression', '{}')")
        .await;
    assert_eq!(shown(&store).await.len(), 1);
    let problem = store.problem().unwrap();
    assert!(
        problem.starts_with("`bad`: ") && problem.contains("expression"),
        "{problem}"
    );
    // The one before goes on where the present one cannot be read.
    registry
        .run("UPDATE tools SET config = '{}' WHERE name = 'a'")
        .await;
    let records = store.load().await.unwrap();
    assert_eq!(records[0].spec.json()["config"]["expression"], "1");
    store
        .apply(vec![put("a", "2", Expected::Revision(2))])
        .await
        .unwrap();
    registry.run("DELETE FROM tools WHERE name = 'bad'").await;
    assert_eq!(shown(&store).await[0].2, 3);
    assert_eq!(store.problem(), None);
}
