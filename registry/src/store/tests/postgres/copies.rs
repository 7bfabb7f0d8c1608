//! Copies from files and back lose nothing.

use super::TestRegistry;
use crate::store::{
    Edit, Expected, Store, StoreError,
    tests::folder::{Folder, put, remove},
};

const TEXT: &str = r#"{
  // Our tools.
  "tools": [
    {"name": "b", "type": "expression", "description": "d", "config": {"expression": "1.50"}, "tags": ["z", "a"]}, // the first
    /* by ada */
    {"name": "a", "tool_type": "PYTHON", "description_agent": "d", "definition": "n * 2", "owner": "ada",
     "parameters": [{"name": "n", "type": "number", "required": true}], "created_by": "hong", "reg_dt": "2020-01-02"},
  ],
}
"#;

/// Returns files with definitions of both spellings, versions, and tools that were removed.
async fn files() -> Folder {
    let folder = Folder::with(TEXT);
    let store = folder.store();
    for number in 1..4 {
        store
            .apply(vec![put("c", &number.to_string(), Expected::Any)])
            .await
            .unwrap();
    }
    store
        .apply(vec![put("gone", "1", Expected::Absent)])
        .await
        .unwrap();
    store.apply(vec![remove("gone")]).await.unwrap();
    let edit = Edit {
        by: "user ada (API)".into(),
        ..put("c", "4", Expected::Revision(3))
    };
    store.apply(vec![edit]).await.unwrap();
    folder
}

/// Returns all that can be asked of a store.
async fn everything(store: &impl Store) -> String {
    let mut lines = Vec::new();
    for record in store.load().await.unwrap() {
        let json = serde_json::to_string(record.spec.json()).unwrap();
        lines.push(format!(
            "{json} {} {} {}",
            record.revision, record.at, record.by
        ));
    }
    for name in ["a", "b", "c", "gone", "never"] {
        for version in store.history(name.into()).await.unwrap() {
            lines.push(serde_json::to_string(&version).unwrap());
        }
    }
    for version in store.removed().await.unwrap() {
        lines.push(serde_json::to_string(&version).unwrap());
    }
    lines.join("\n")
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_copy_has_every_field_and_a_copy_back_every_byte() {
    let folder = files().await;
    let registry = TestRegistry::new().await;
    let database = registry.store();
    let contents = folder.store().export().await.unwrap();
    assert_eq!((contents.tools(), contents.versions()), (3, 8));
    database.import(contents).await.unwrap();
    let before = everything(&folder.store()).await;
    assert_eq!(before.lines().count(), 3 + 8 + 1);
    assert_eq!(everything(&registry.store()).await, before);
    let back = Folder::with("");
    std::fs::remove_file(back.0.join("tools.json")).unwrap();
    back.store()
        .import(database.export().await.unwrap())
        .await
        .unwrap();
    for file in ["tools.json", "history.jsonl"] {
        assert_eq!(back.read(file), folder.read(file), "{file}");
    }
    assert_eq!(everything(&back.store()).await, before);
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn what_changed_in_the_database_comes_back_into_the_text_of_its_author() {
    let folder = files().await;
    let registry = TestRegistry::new().await;
    let database = registry.store();
    database
        .import(folder.store().export().await.unwrap())
        .await
        .unwrap();
    database
        .apply(vec![put("c", "5", Expected::Revision(4)), remove("b")])
        .await
        .unwrap();
    database
        .apply(vec![put("gone", "2", Expected::Absent)])
        .await
        .unwrap();
    let back = Folder::with("");
    std::fs::remove_file(back.0.join("tools.json")).unwrap();
    back.store()
        .import(database.export().await.unwrap())
        .await
        .unwrap();
    assert_eq!(everything(&back.store()).await, everything(&database).await);
    assert!(back.read("tools.json").contains("/* by ada */"));
    assert_eq!(back.store().load().await.unwrap()[2].revision, 3);
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_copy_overwrites_nothing() {
    let folder = files().await;
    let registry = TestRegistry::new().await;
    let database = registry.store();
    let contents = folder.store().export().await.unwrap();
    database.import(contents.clone()).await.unwrap();
    let again = database.import(contents.clone()).await.unwrap_err();
    assert!(matches!(again, StoreError::Occupied { .. }), "{again}");
    let into_files = folder.store().import(contents).await.unwrap_err();
    assert!(
        matches!(into_files, StoreError::Occupied { .. }),
        "{into_files}"
    );
}
