//! Changes: the contract, many writers, and what a definition keeps.

use std::{path::Path, sync::Arc};

use futures_util::future::join_all;
use serde_json::json;

use super::{TestRegistry, shown};
use crate::{
    spec::ToolSpec,
    store::{
        ChangeKind, Edit, Expected, Store as _, StoreError,
        tests::{
            contract,
            folder::{put, remove},
        },
    },
    tests::engines,
};

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_database_does_what_every_store_does() {
    contract::check(&TestRegistry::new().await.store()).await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn fifty_writers_on_four_stores_lose_no_change_and_leave_no_gap() {
    const CHANGES: usize = 2;
    let registry = TestRegistry::new().await;
    let stores: Vec<_> = (0..4).map(|_| registry.store()).collect();
    stores[0]
        .apply(vec![put("shared", "0", Expected::Absent)])
        .await
        .unwrap();
    let writers = (0..50).map(|writer| {
        let store = stores[writer % 4].clone();
        async move {
            let mut accepted = 0;
            while accepted < CHANGES {
                let revision = store.load().await.unwrap()[0].revision;
                let edit = Edit {
                    by: format!("writer {writer}"),
                    ..put("shared", &writer.to_string(), Expected::Revision(revision))
                };
                match store.apply(vec![edit]).await {
                    Ok(_) => accepted += 1,
                    Err(StoreError::Conflict { .. }) => {}
                    Err(error) => panic!("{error}"),
                }
            }
        }
    });
    join_all(writers).await;
    let versions = registry.store().history("shared".into()).await.unwrap();
    let revisions: Vec<_> = versions.iter().map(|version| version.revision).collect();
    assert_eq!(revisions, (1..=1 + 50 * CHANGES as u64).collect::<Vec<_>>());
    for writer in 0..50 {
        let by = format!("writer {writer}");
        let own = versions.iter().filter(|version| version.by == by);
        assert_eq!(own.count(), CHANGES, "{by}");
    }
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn of_two_who_change_the_same_revision_one_is_told() {
    let registry = TestRegistry::new().await;
    let (one, other) = (registry.store(), registry.store());
    one.apply(vec![put("a", "1", Expected::Absent)])
        .await
        .unwrap();
    let edit = || vec![put("a", "2", Expected::Revision(1))];
    let (first, second) = tokio::join!(one.apply(edit()), other.apply(edit()));
    let results = [first, second];
    let accepted = results
        .iter()
        .filter(|result| matches!(result, Ok(revisions) if *revisions == [2]));
    let refused = results
        .iter()
        .filter(|result| matches!(result, Err(StoreError::Conflict { current: 2, .. })));
    assert_eq!((accepted.count(), refused.count()), (1, 1), "{results:?}");
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_definition_keeps_the_order_of_its_fields_and_its_numbers() {
    let registry = TestRegistry::new().await;
    let text = r#"{"type":"expression","name":"wide","zeta":0,"description":"d — ✓","config":{"expression":"zz + a"},"input_schema":{"type":"object","properties":{"zz":{"type":"number","minimum":1.0,"maximum":1e+300},"a":{"type":"integer","default":12345678901234567890}}},"tags":["b","a"],"owner":"ada"}"#
        .replace("\"zeta\":0,", "");
    let spec = ToolSpec::parse("", &text, &engines(Path::new("/"))).unwrap();
    let edit = Edit {
        spec: Some(Arc::new(spec)),
        ..put("wide", "1", Expected::Absent)
    };
    registry.store().apply(vec![edit]).await.unwrap();
    assert_eq!(
        shown(&registry.store()).await,
        [("wide".to_owned(), text, 1)]
    );
    let owners = registry
        .texts("SELECT users.name::text FROM tools JOIN users ON users.id = owner_id")
        .await;
    assert_eq!(owners, ["ada"]);
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_definition_that_did_not_change_is_the_same_value() {
    let registry = TestRegistry::new().await;
    let (one, other) = (registry.store(), registry.store());
    one.apply(vec![
        put("a", "1", Expected::Absent),
        put("b", "1", Expected::Absent),
    ])
    .await
    .unwrap();
    let before = one.load().await.unwrap();
    let edit = put("b", "2", Expected::Revision(1));
    let written = edit.spec.clone().unwrap();
    one.apply(vec![edit]).await.unwrap();
    other
        .apply(vec![put("c", "1", Expected::Absent)])
        .await
        .unwrap();
    let after = one.load().await.unwrap();
    assert!(Arc::ptr_eq(&before[0].spec, &after[0].spec));
    assert!(Arc::ptr_eq(&written, &after[1].spec));
    let names: Vec<_> = after
        .iter()
        .map(|record| (record.spec.name(), record.revision))
        .collect();
    assert_eq!(names, [("a", 1), ("b", 2), ("c", 1)]);
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn what_is_removed_stays_in_the_database_and_comes_back_as_the_same_row() {
    let registry = TestRegistry::new().await;
    let store = registry.store();
    store
        .apply(vec![put("a", "1", Expected::Absent)])
        .await
        .unwrap();
    let ids = || registry.texts("SELECT id::text FROM tools");
    let before = ids().await;
    store.apply(vec![remove("a")]).await.unwrap();
    let deleted = registry
        .texts("SELECT (deleted_at IS NOT NULL)::text FROM tools")
        .await;
    assert_eq!(deleted, ["true"]);
    let back = Edit {
        change: ChangeKind::Restore,
        ..put("a", "1", Expected::Absent)
    };
    store.apply(vec![back]).await.unwrap();
    assert_eq!(ids().await, before);
    assert_eq!(shown(&registry.store()).await[0].2, 3);
    let versions = registry
        .texts("SELECT substr(id::text, 15, 1) FROM tools")
        .await;
    assert_eq!(versions, ["7"]);
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_credential_that_is_not_sealed_never_gets_into_the_database() {
    let registry = TestRegistry::new().await;
    let store = registry.store();
    let json = json!({
        "name": "web", "type": "http", "description": "d", "config": {"base_url": "https://a.test/"},
        "auth": {"type": "bearer", "token": "not-sealed-secret"},
    });
    let spec = ToolSpec::parse("", &json.to_string(), &engines(Path::new("/"))).unwrap();
    let edit = Edit {
        spec: Some(Arc::new(spec)),
        ..put("web", "1", Expected::Absent)
    };
    let refused = store.apply(vec![edit]).await.unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the registry's database refused it: `web` has a credential that is not sealed"
    );
    store
        .apply(vec![put("a", "1", Expected::Absent)])
        .await
        .unwrap();
    let sql = "UPDATE tools SET auth_config = '{\"token\": \"not-sealed-secret\"}'";
    let refused = registry.client.batch_execute(sql).await.unwrap_err();
    let message = refused.as_db_error().unwrap().message();
    assert!(
        message.starts_with("credentials are sealed by toolwright"),
        "{message}"
    );
    let found = registry
        .texts("SELECT name::text FROM tools WHERE tools::text LIKE '%not-sealed%'")
        .await;
    assert!(found.is_empty(), "{found:?}");
}
