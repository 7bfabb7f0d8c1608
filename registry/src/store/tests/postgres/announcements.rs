//! Stores learn what others have changed.

use std::time::Duration;

use tokio::time::timeout;

use super::{TestRegistry, shown};
use crate::store::{Expected, PostgresStore, Store as _, tests::folder::put};

/// A busy machine is slow; a store that never learns of a change waits for ever.
const LONG: Duration = Duration::from_secs(60);

/// Waits until a store has this many tools.
async fn until(store: &PostgresStore, count: usize) {
    let learnt = async {
        while store.load().await.map_or(0, |records| records.len()) != count {
            store.changed().await;
        }
    };
    timeout(LONG, learnt).await.unwrap();
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_change_of_another_store_is_learnt() {
    let registry = TestRegistry::new().await;
    let (reader, writer) = (registry.store(), registry.store());
    until(&reader, 0).await;
    reader.changed().await;
    writer
        .apply(vec![put("a", "1", Expected::Absent)])
        .await
        .unwrap();
    until(&reader, 1).await;
    assert_eq!(shown(&reader).await, shown(&writer).await);
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn an_announcement_names_the_tool_and_its_revision() {
    let registry = TestRegistry::new().await;
    let store = registry.store();
    store
        .apply(vec![put("a", "1", Expected::Absent)])
        .await
        .unwrap();
    let database = registry.database();
    let (client, mut connection) = database.connect_for_test().await.unwrap();
    let (sender, mut receiver) = tokio::sync::mpsc::channel(1);
    tokio::spawn(async move {
        while let Some(message) = connection.message().await {
            if let tokio_postgres::AsyncMessage::Notification(notification) = message {
                let _ = sender.send(notification.payload().to_owned()).await;
            }
        }
    });
    let listen = format!("LISTEN {}_registry", registry.schema);
    client.batch_execute(&listen).await.unwrap();
    store
        .apply(vec![put("a", "2", Expected::Revision(1))])
        .await
        .unwrap();
    let payload = timeout(LONG, receiver.recv()).await.unwrap().unwrap();
    let payload: serde_json::Value = serde_json::from_str(&payload).unwrap();
    let ids = registry.texts("SELECT id::text FROM tools").await;
    assert_eq!(
        payload,
        serde_json::json!({"kind": "tool", "id": ids[0], "revision": 2})
    );
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_store_that_lost_its_connections_learns_what_it_missed() {
    let registry = TestRegistry::new().await;
    let (reader, writer) = (registry.store(), registry.store());
    until(&reader, 0).await;
    reader.changed().await;
    // Of this test alone: others use the same server.
    let end = format!(
        "SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity
         WHERE application_name = 'toolwright registry' AND query = 'LISTEN {}_registry'",
        registry.schema
    );
    let ended = async {
        while registry.texts(&end).await.is_empty() {
            tokio::task::yield_now().await;
        }
    };
    timeout(LONG, ended).await.unwrap();
    writer
        .apply(vec![put("a", "1", Expected::Absent)])
        .await
        .unwrap();
    until(&reader, 1).await;
    // It listens again.
    writer
        .apply(vec![put("b", "1", Expected::Absent)])
        .await
        .unwrap();
    until(&reader, 2).await;
}
