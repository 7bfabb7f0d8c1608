//! A writer that is stopped at any step leaves a whole `tools.json`, and no version is lost.

use std::fs;

use serde_json::json;

use super::folder::{Folder, contents, put};
use crate::store::{Expected, Store as _, StoreError};

const EMPTY: &str = "{\"tools\": []}";

#[tokio::test]
async fn a_version_that_was_half_written_is_not_one() {
    let folder = Folder::with(EMPTY);
    folder
        .store()
        .apply(vec![put("a", "1", Expected::Absent)])
        .await
        .unwrap();
    let whole = folder.read("history.jsonl");
    for length in [1, whole.len() / 2, whole.len() - 1] {
        folder.write("history.jsonl", &format!("{whole}{}", &whole[..length]));
        let store = folder.store();
        assert_eq!(
            contents(&store).await,
            [("a".to_owned(), json!("1"), 1)],
            "{length}"
        );
        store
            .apply(vec![put("a", "2", Expected::Revision(1))])
            .await
            .unwrap();
        store
            .apply(vec![put("a", "1", Expected::Revision(2))])
            .await
            .unwrap();
        let versions = folder.store().history("a".into()).await.unwrap();
        assert_eq!(versions.len(), 3, "{length}");
        let tools = folder.read("tools.json");
        folder.write("history.jsonl", &whole);
        folder.write("tools.json", &tools);
    }
}

#[tokio::test]
async fn a_version_whose_definition_was_not_written_is_followed_by_the_one_that_counts() {
    let folder = Folder::with(EMPTY);
    let store = folder.store();
    store
        .apply(vec![put("a", "1", Expected::Absent)])
        .await
        .unwrap();
    let before = folder.read("tools.json");
    store
        .apply(vec![put("a", "2", Expected::Any)])
        .await
        .unwrap();
    // As if the process was killed after the version and before the file.
    folder.write("tools.json", &before);
    folder.write("tools.new", "half of");
    let next = folder.store();
    assert_eq!(contents(&next).await, [("a".to_owned(), json!("1"), 3)]);
    next.apply(vec![put("a", "3", Expected::Revision(3))])
        .await
        .unwrap();
    let versions = next.history("a".into()).await.unwrap();
    let values: Vec<_> = versions
        .iter()
        .map(|version| version.spec.as_ref().unwrap()["config"]["expression"].clone())
        .collect();
    assert_eq!(values, ["1", "2", "1", "3"]);
    assert!(!folder.0.join("tools.new").exists());
}

#[tokio::test]
async fn a_file_that_cannot_be_replaced_takes_its_version_back() {
    let folder = Folder::with(EMPTY);
    let store = folder.store();
    store
        .apply(vec![put("a", "1", Expected::Absent)])
        .await
        .unwrap();
    let (tools, history) = (folder.read("tools.json"), folder.read("history.jsonl"));
    // The draft cannot be written, as on a full disk.
    fs::create_dir(folder.0.join("tools.new")).unwrap();
    let failed = store.apply(vec![put("a", "2", Expected::Any)]).await;
    assert!(matches!(failed, Err(StoreError::Io { .. })), "{failed:?}");
    assert_eq!(
        (folder.read("tools.json"), folder.read("history.jsonl")),
        (tools, history)
    );
    fs::remove_dir(folder.0.join("tools.new")).unwrap();
    store
        .apply(vec![put("a", "2", Expected::Revision(1))])
        .await
        .unwrap();
    assert_eq!(
        contents(&folder.store()).await,
        [("a".to_owned(), json!("2"), 2)]
    );
}

#[tokio::test]
async fn writers_that_know_nothing_of_each_other_lose_nothing() {
    let folder = Folder::with(EMPTY);
    let writers = (0..4).map(|writer| {
        let store = folder.store();
        async move {
            for number in 0..25 {
                let name = format!("t{writer}_{number}");
                store
                    .apply(vec![put(&name, "1", Expected::Absent)])
                    .await
                    .unwrap();
            }
        }
    });
    futures_util::future::join_all(writers).await;
    let contents = contents(&folder.store()).await;
    assert_eq!(contents.len(), 100);
    assert!(contents.iter().all(|(_, _, revision)| *revision == 1));
}
