//! The tests that every store passes.

use super::folder::{Folder, Sample, put, remove};
use crate::store::{ChangeKind, Edit, Expected, Store, StoreError};

/// Checks that an empty store does what every store does.
pub(super) async fn check<D: Sample>(store: &impl Store<D>) {
    changes_are_kept_with_their_versions(store).await;
    a_change_for_another_state_is_refused(store).await;
    several_changes_are_made_together_or_not_at_all(store).await;
    removed_tools_are_listed_with_their_last_definition(store).await;
    one_definition_is_read_alone(store).await;
}

async fn names<D: Sample>(store: &impl Store<D>) -> Vec<(String, u64)> {
    let mut names: Vec<_> = store
        .load()
        .await
        .unwrap()
        .iter()
        .map(|record| (record.spec.name().to_owned(), record.revision))
        .collect();
    names.sort();
    names
}

async fn changes_are_kept_with_their_versions<D: Sample>(store: &impl Store<D>) {
    assert_eq!(
        store
            .apply(vec![put("a", "1", Expected::Absent)])
            .await
            .unwrap(),
        [1]
    );
    assert_eq!(
        store
            .apply(vec![put("a", "2", Expected::Revision(1))])
            .await
            .unwrap(),
        [2]
    );
    assert_eq!(store.apply(vec![remove("a")]).await.unwrap(), [3]);
    assert_eq!(names(store).await, []);
    let back = Edit {
        change: ChangeKind::Restore,
        ..put("a", "2", Expected::Absent)
    };
    assert_eq!(store.apply(vec![back]).await.unwrap(), [4]);
    assert_eq!(names(store).await, [("a".to_owned(), 4)]);
    check_history(store).await;
}

async fn check_history<D: Sample>(store: &impl Store<D>) {
    let versions = store.history("a".into()).await.unwrap();
    let shown: Vec<_> = versions
        .iter()
        .map(|version| {
            (
                version.revision,
                version.change,
                version.by.as_str(),
                version.spec.is_some(),
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            (1, ChangeKind::Update, "ada", true),
            (2, ChangeKind::Update, "ada", true),
            (3, ChangeKind::Remove, "ada", false),
            (4, ChangeKind::Restore, "ada", true),
        ]
    );
    assert_eq!(versions[0].spec.as_ref(), Some(D::sample("a", "1").json()));
    assert_eq!(store.history("never".into()).await.unwrap(), []);
}

async fn a_change_for_another_state_is_refused<D: Sample>(store: &impl Store<D>) {
    let taken = store.apply(vec![put("a", "9", Expected::Absent)]).await;
    assert!(matches!(taken, Err(StoreError::Taken { .. })), "{taken:?}");
    let late = store
        .apply(vec![put("a", "9", Expected::Revision(2))])
        .await;
    assert!(
        matches!(late, Err(StoreError::Conflict { current: 4, .. })),
        "{late:?}"
    );
    let unknown = store.apply(vec![remove("never")]).await;
    assert!(
        matches!(unknown, Err(StoreError::Unknown { .. })),
        "{unknown:?}"
    );
    assert_eq!(names(store).await, [("a".to_owned(), 4)]);
}

async fn several_changes_are_made_together_or_not_at_all<D: Sample>(store: &impl Store<D>) {
    let half = vec![
        put("b", "1", Expected::Absent),
        put("a", "9", Expected::Absent),
    ];
    store.apply(half).await.unwrap_err();
    assert_eq!(names(store).await, [("a".to_owned(), 4)]);
    assert_eq!(store.history("b".into()).await.unwrap(), []);
    let whole = vec![put("b", "1", Expected::Absent), remove("a")];
    assert_eq!(store.apply(whole).await.unwrap(), [1, 5]);
    assert_eq!(names(store).await, [("b".to_owned(), 1)]);
}

async fn removed_tools_are_listed_with_their_last_definition<D: Sample>(store: &impl Store<D>) {
    let removed = store.removed().await.unwrap();
    let [version] = removed.as_slice() else {
        panic!("{removed:?}");
    };
    assert_eq!((version.tool.as_str(), version.revision), ("a", 5));
    assert_eq!(version.spec.as_ref(), Some(D::sample("a", "2").json()));
}

async fn one_definition_is_read_alone<D: Sample>(store: &impl Store<D>) {
    let added = put("alone", "7", Expected::Absent);
    store.apply(vec![added]).await.unwrap();
    let found = store.load_only("alone".into()).await.unwrap();
    assert_eq!(found.unwrap().json(), D::sample("alone", "7").json());
    // It was removed, or never existed.
    for name in ["a", "nobody"] {
        assert!(store.load_only(name.into()).await.unwrap().is_none());
    }
}

#[tokio::test]
async fn files_do_what_every_store_does() {
    check(&Folder::with("{\"tools\": []}").store()).await;
}

#[tokio::test]
async fn files_of_agents_do_what_every_store_does() {
    check(&Folder::with("{\"tools\": []}").agents()).await;
}
