//! The files of the embedded index: durable, shared, incomplete, damaged.

use std::{
    fs,
    sync::Arc,
    time::{Duration, Instant},
};

use serde_json::json;

use super::{Folder, MODEL, deadline, four, question, record};
use crate::vectors::{EmbeddedIndex, VectorError, VectorStore as _, index_error::IndexError};

fn index(folder: &Folder) -> EmbeddedIndex {
    EmbeddedIndex::new(folder.path().to_owned(), None)
}

async fn fill(index: &EmbeddedIndex, name: &str) {
    index
        .create_if_missing(name, MODEL, 3, deadline())
        .await
        .unwrap();
    index.upsert(name, MODEL, four(), deadline()).await.unwrap();
}

async fn count(index: &EmbeddedIndex, name: &str) -> usize {
    index.describe(name, deadline()).await.unwrap().count
}

async fn ids(index: &EmbeddedIndex, name: &str) -> String {
    let asked = question(&[&[1.0, 0.1, 0.01]], 100);
    let found = index.query(name, asked, deadline()).await.unwrap();
    found[0].iter().map(|hit| hit.id.as_str()).collect()
}

#[tokio::test]
async fn records_survive_a_restart() {
    let folder = Folder::new();
    fill(&index(&folder), "columns").await;
    let again = index(&folder);
    let info = again.describe("columns", deadline()).await.unwrap();
    assert_eq!((info.count, info.dimension), (4, Some(3)));
    assert_eq!(info.model.as_deref(), Some(MODEL));
    assert_eq!(ids(&again, "columns").await, "abcd");
}

#[tokio::test]
async fn nothing_is_written_before_the_first_record() {
    let folder = Folder::new();
    let index = index(&folder);
    index.describe("columns", deadline()).await.unwrap_err();
    assert!(!folder.path().exists());
}

#[cfg(unix)]
#[tokio::test]
async fn only_this_user_may_read_the_files() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::new();
    fill(&index(&folder), "columns").await;
    let mode = |path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(folder.path().to_owned()), 0o700);
    for entry in fs::read_dir(folder.path()).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(mode(path.clone()), 0o600, "{}", path.display());
    }
}

#[tokio::test]
async fn two_processes_see_what_the_other_adds() {
    let folder = Folder::new();
    let (left, right) = (index(&folder), index(&folder));
    fill(&left, "columns").await;
    assert_eq!(count(&right, "columns").await, 4);
    let more = record("e", &[0.5, 0.0, 0.0], "more", json!(null));
    right
        .upsert("columns", MODEL, vec![more], deadline())
        .await
        .unwrap();
    assert_eq!(count(&left, "columns").await, 5);
    // Another file at the same path is read from its beginning.
    fs::remove_file(folder.path().join("columns.vectors")).unwrap();
    let error = left.describe("columns", deadline()).await.unwrap_err();
    assert!(matches!(error, VectorError::NoCollection { .. }), "{error}");
    fill(&right, "columns").await;
    assert_eq!(count(&left, "columns").await, 4);
}

#[tokio::test]
async fn many_writers_lose_nothing() {
    let folder = Folder::new();
    let indexes = [Arc::new(index(&folder)), Arc::new(index(&folder))];
    fill(&indexes[0], "columns").await;
    let mut writers = tokio::task::JoinSet::new();
    for number in 0..32 {
        let index = Arc::clone(&indexes[number % 2]);
        writers.spawn(async move {
            let added = record(&format!("new-{number}"), &[1.0, 1.0, 1.0], "x", json!(null));
            index
                .upsert("columns", MODEL, vec![added], deadline())
                .await
                .unwrap();
        });
    }
    writers.join_all().await;
    for index in &indexes {
        assert_eq!(count(index, "columns").await, 36);
    }
    assert_eq!(count(&index(&folder), "columns").await, 36);
}

#[tokio::test]
async fn a_writer_waits_for_another_until_its_deadline() {
    let folder = Folder::new();
    let index = index(&folder);
    fill(&index, "columns").await;
    let lock = fs::File::open(folder.path().join("columns.lock")).unwrap();
    lock.lock().unwrap();
    let soon = Instant::now() + Duration::from_millis(200);
    let error = index
        .upsert("columns", MODEL, four(), soon)
        .await
        .unwrap_err();
    assert!(
        matches!(error, VectorError::Index(IndexError::Timeout)),
        "{error}"
    );
    // Readers do not wait.
    assert_eq!(count(&index, "columns").await, 4);
    drop(lock);
    index
        .upsert("columns", MODEL, four(), deadline())
        .await
        .unwrap();
}

#[tokio::test]
async fn an_incomplete_end_is_ignored_and_cut_off() {
    let folder = Folder::new();
    fill(&index(&folder), "columns").await;
    let path = folder.path().join("columns.vectors");
    let whole = fs::metadata(&path).unwrap().len();
    // A process that is killed while it writes leaves the length from before.
    let lock = folder.path().join("columns.lock");
    let before = fs::read(&lock).unwrap();
    let more = record("e", &[0.5, 0.0, 0.0], "more", json!({"a": "b"}));
    index(&folder)
        .upsert("columns", MODEL, vec![more.clone()], deadline())
        .await
        .unwrap();
    let bytes = fs::read(&path).unwrap();
    for length in whole..bytes.len() as u64 {
        fs::write(&path, &bytes[..usize::try_from(length).unwrap()]).unwrap();
        fs::write(&lock, &before).unwrap();
        let index = index(&folder);
        assert_eq!(count(&index, "columns").await, 4, "{length}");
        if length % 7 == 0 {
            index
                .upsert("columns", MODEL, vec![more.clone()], deadline())
                .await
                .unwrap();
            assert_eq!(fs::read(&path).unwrap(), bytes, "{length}");
        }
    }
    // As when the power fails: the length is right, and the bytes are not.
    let mut zeros = bytes.clone();
    zeros[usize::try_from(whole).unwrap() + 20..].fill(0);
    fs::write(&path, &zeros).unwrap();
    fs::write(&lock, &before).unwrap();
    assert_eq!(count(&index(&folder), "columns").await, 4);
}

#[tokio::test]
async fn a_damaged_file_is_reported_and_not_overwritten() {
    let folder = Folder::new();
    let first = index(&folder);
    fill(&first, "columns").await;
    let more = record("e", &[0.5, 0.0, 0.0], "more", json!(null));
    first
        .upsert("columns", MODEL, vec![more], deadline())
        .await
        .unwrap();
    let path = folder.path().join("columns.vectors");
    let bytes = fs::read(&path).unwrap();
    for (place, what) in [
        (0, "it does not begin like an index file"),
        (7, "it does not begin like an index file"),
        (30, "it does not begin like an index file"),
        (bytes.len() / 2, "a checksum is wrong"),
    ] {
        let mut damaged = bytes.clone();
        damaged[place] ^= 0x55;
        fs::write(&path, &damaged).unwrap();
        let index = index(&folder);
        let message = index
            .describe("columns", deadline())
            .await
            .unwrap_err()
            .to_string();
        let start = format!("`{}` is damaged: {what}", path.display());
        assert!(message.starts_with(&start), "{place}: {message}");
        let error = index
            .upsert("columns", MODEL, four(), deadline())
            .await
            .unwrap_err();
        assert!(
            matches!(error, VectorError::Index(IndexError::Damaged { .. })),
            "{error}"
        );
        assert_eq!(fs::read(&path).unwrap(), damaged);
    }
}

#[tokio::test]
async fn a_cut_file_is_damaged() {
    let folder = Folder::new();
    let path = folder.path().join("columns.vectors");
    let created = index(&folder);
    created
        .create_if_missing("columns", MODEL, 3, deadline())
        .await
        .unwrap();
    let empty = fs::metadata(&path).unwrap().len();
    fill(&created, "columns").await;
    let bytes = fs::read(&path).unwrap();
    for length in empty..bytes.len() as u64 {
        let cut = &bytes[..usize::try_from(length).unwrap()];
        fs::write(&path, cut).unwrap();
        // One that reads it for the first time, and one that knows what was there.
        for index in [&index(&folder), &created] {
            let message = index.describe("columns", deadline()).await.unwrap_err();
            let start = format!(
                "`{}` is damaged: it was cut from {} to {length} bytes",
                path.display(),
                bytes.len()
            );
            assert!(message.to_string().starts_with(&start), "{message}");
        }
        let error = created
            .upsert("columns", MODEL, four(), deadline())
            .await
            .unwrap_err();
        assert!(
            matches!(error, VectorError::Index(IndexError::Damaged { .. })),
            "{error}"
        );
        assert_eq!(fs::read(&path).unwrap(), cut);
    }
    fs::write(&path, &bytes).unwrap();
    assert_eq!(count(&created, "columns").await, 4);
}

#[tokio::test]
async fn replaced_records_do_not_fill_the_disk() {
    let folder = Folder::new();
    let index = index(&folder);
    fill(&index, "columns").await;
    let many = || {
        let records = (0..500).map(|number| {
            record(
                &format!("n{number}"),
                &[1.0, number as f32, 0.0],
                "same",
                json!(null),
            )
        });
        records.collect::<Vec<_>>()
    };
    let path = folder.path().join("columns.vectors");
    index
        .upsert("columns", MODEL, many(), deadline())
        .await
        .unwrap();
    let once = fs::metadata(&path).unwrap().len();
    for _ in 0..20 {
        index
            .upsert("columns", MODEL, many(), deadline())
            .await
            .unwrap();
    }
    let often = fs::metadata(&path).unwrap().len();
    assert!(often < once * 5, "{often} {once}");
    assert_eq!(count(&index, "columns").await, 504);
    let again = EmbeddedIndex::new(folder.path().to_owned(), None);
    assert_eq!(count(&again, "columns").await, 504);
}

#[tokio::test]
async fn a_name_cannot_leave_the_folder() {
    let folder = Folder::new();
    let index = index(&folder);
    for name in ["../columns", "a/b", "..", "x", "컬럼"] {
        let error = index
            .create_if_missing(name, MODEL, 3, deadline())
            .await
            .unwrap_err();
        assert!(
            matches!(error, VectorError::Index(IndexError::Name(_))),
            "{error}"
        );
    }
    assert!(!folder.path().exists());
}
