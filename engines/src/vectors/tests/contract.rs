//! The suite that both stores pass: the embedded index and a real ChromaDB.

use serde_json::{Value, json};

use super::{Folder, MODEL, chroma_server::shared_port, deadline, four, question, record, unique};
use crate::vectors::{
    ChromaOptions, ChromaStore, CollectionInfo, EmbeddedIndex, Record, StoredDocument, VectorError,
    VectorStore,
};

/// Runs each of these with both stores.
macro_rules! contract {
    ($($name:ident)*) => {
        mod on_disk {
            $(#[tokio::test]
            async fn $name() {
                let folder = super::Folder::new();
                let store = super::EmbeddedIndex::new(folder.path().to_owned(), None);
                super::$name(&store).await;
            })*
        }

        mod on_chroma {
            $(#[tokio::test]
            #[ignore = "needs ChromaDB: run by tests/run"]
            async fn $name() {
                super::$name(&super::chroma()).await;
            })*
        }
    };
}

contract! {
    the_nearest_documents_come_first
    a_collection_is_described
    a_record_replaces_the_one_with_its_id
    filters_on_metadata_mean_the_same
    filters_on_documents_mean_the_same
    invalid_filters_are_refused
    a_missing_collection_is_reported
    vectors_that_do_not_fit_are_refused
    stored_documents_are_returned
    records_are_found_by_their_metadata_and_removed
    a_collection_is_created_once
    many_records_and_many_queries
    no_embeddings_have_no_hits
}

fn chroma() -> ChromaStore {
    ChromaStore::new(ChromaOptions::new("127.0.0.1", shared_port(), false).unwrap())
}

/// Creates a collection with these records.
async fn filled(store: &dyn VectorStore, records: Vec<Record>) -> String {
    let name = unique("contract");
    let dimension = records[0].embedding.len();
    let made = store.create_if_missing(&name, MODEL, dimension, deadline());
    made.await.unwrap();
    let added = store.upsert(&name, MODEL, records, deadline());
    added.await.unwrap();
    name
}

async fn the_nearest_documents_come_first(store: &dyn VectorStore) {
    let name = filled(store, four()).await;
    let asked = question(&[&[2.0, 0.1, 0.0], &[0.0, 0.0, 1.0]], 2);
    let found = store.query(&name, asked, deadline()).await.unwrap();
    let ids: Vec<Vec<&str>> = found
        .iter()
        .map(|hits| hits.iter().map(|hit| &*hit.id).collect())
        .collect();
    assert_eq!(ids[0], ["a", "b"]);
    assert_eq!((ids[1][0], ids[1].len()), ("d", 2));
    let first = &found[0][0];
    assert_eq!(first.document.as_deref(), Some("red house"));
    let metadata = json!({"n": 1, "kind": "house", "new": true});
    assert_eq!(first.metadata.clone().map(Value::Object), Some(metadata));
    assert!(first.distance < found[0][1].distance);
    let last = &found[1][0];
    assert_eq!(
        (last.document.as_deref().unwrap(), &last.metadata),
        ("빨간 나무", &None)
    );
    assert!(last.distance.abs() < 1e-5, "{}", last.distance);
    let all = store.query(&name, question(&[&[1.0, 0.0, 0.0]], 100), deadline());
    assert_eq!(all.await.unwrap()[0].len(), 4);
    let none = store.query(&name, question(&[&[1.0, 0.0, 0.0]], 0), deadline());
    assert_eq!(none.await.unwrap()[0].len(), 0);
}

async fn a_collection_is_described(store: &dyn VectorStore) {
    let name = filled(store, four()).await;
    let expected = CollectionInfo {
        name: name.clone(),
        dimension: Some(3),
        model: Some(MODEL.into()),
        count: 4,
    };
    assert_eq!(store.describe(&name, deadline()).await.unwrap(), expected);
}

async fn a_record_replaces_the_one_with_its_id(store: &dyn VectorStore) {
    let name = filled(store, four()).await;
    let new = record("a", &[0.0, 0.0, -1.0], "green", json!({"n": 9}));
    store
        .upsert(&name, MODEL, vec![new], deadline())
        .await
        .unwrap();
    assert_eq!(store.describe(&name, deadline()).await.unwrap().count, 4);
    let asked = question(&[&[0.0, 0.0, -1.0]], 1);
    let found = store.query(&name, asked, deadline()).await.unwrap();
    let first = &found[0][0];
    assert_eq!(
        (&*first.id, first.document.as_deref()),
        ("a", Some("green"))
    );
}

/// Returns the ids that pass these filters.
async fn passing(
    store: &dyn VectorStore,
    name: &str,
    metadata: Value,
    document: Value,
) -> Result<String, VectorError> {
    let mut asked = question(&[&[1.0, 0.1, 0.01]], 10);
    asked.where_metadata = Some(metadata).filter(|filter| !filter.is_null());
    asked.where_document = Some(document).filter(|filter| !filter.is_null());
    let found = store.query(name, asked, deadline()).await?;
    let mut ids: Vec<_> = found[0].iter().map(|hit| hit.id.clone()).collect();
    ids.sort();
    Ok(ids.concat())
}

async fn filters_on_metadata_mean_the_same(store: &dyn VectorStore) {
    let name = filled(store, four()).await;
    for (filter, wanted) in [
        (json!({"n": 1}), "a"),
        (json!({"n": 1.0}), "a"),
        (json!({"n": 3.0}), "c"),
        (json!({"n": "1"}), ""),
        (json!({"new": true}), "a"),
        (json!({"kind": {"$eq": "house"}}), "ab"),
        (json!({"kind": {"$ne": "house"}}), "cd"),
        (json!({"missing": {"$ne": 1}}), "abcd"),
        (json!({"n": {"$gt": 1}}), "bc"),
        (json!({"n": {"$gte": 2.5}}), "bc"),
        (json!({"n": {"$lt": 2.5}}), "a"),
        (json!({"n": {"$lte": 2.5}}), "ab"),
        (json!({"kind": {"$in": ["car", "tree"]}}), "c"),
        (json!({"kind": {"$nin": ["car"]}}), "abd"),
        (json!({"$and": [{"kind": "house"}, {"n": {"$gt": 1}}]}), "b"),
        (json!({"$or": [{"kind": "car"}, {"n": 1}]}), "ac"),
        (
            json!({"$and": [{"$or": [{"n": 1}, {"n": 3}]}, {"kind": "car"}]}),
            "c",
        ),
        (json!({"tags": {"$contains": "x"}}), "b"),
    ] {
        let found = passing(store, &name, filter.clone(), Value::Null).await;
        assert_eq!(found.unwrap(), wanted, "{filter}");
    }
}

async fn filters_on_documents_mean_the_same(store: &dyn VectorStore) {
    let name = filled(store, four()).await;
    for (filter, wanted) in [
        (json!({"$contains": "house"}), "ab"),
        (json!({"$contains": "red"}), "a"),
        (json!({"$not_contains": "house"}), "cd"),
        (json!({"$contains": "나무"}), "d"),
        (json!({"$regex": "[rR]ed"}), "ac"),
        (json!({"$not_regex": "[rR]ed"}), "bd"),
        (
            json!({"$and": [{"$contains": "house"}, {"$contains": "blue"}]}),
            "b",
        ),
        (
            json!({"$or": [{"$contains": "car"}, {"$contains": "나무"}]}),
            "cd",
        ),
    ] {
        let found = passing(store, &name, Value::Null, filter.clone()).await;
        assert_eq!(found.unwrap(), wanted, "{filter}");
    }
    let both = passing(
        store,
        &name,
        json!({"kind": "house"}),
        json!({"$contains": "red"}),
    );
    assert_eq!(both.await.unwrap(), "a");
}

async fn invalid_filters_are_refused(store: &dyn VectorStore) {
    let name = filled(store, four()).await;
    for filter in [
        json!({}),
        json!({"a": 1, "b": 2}),
        json!({"n": {"$foo": 1}}),
        json!({"n": {"$gt": "x"}}),
        json!({"n": {"$in": []}}),
        json!({"n": {"$in": [1, "x"]}}),
        json!({"n": [1]}),
        json!({"$not": {"n": 1}}),
        json!([1]),
    ] {
        let error = passing(store, &name, filter.clone(), Value::Null).await;
        let message = error.expect_err(&filter.to_string()).to_string();
        assert!(message.contains("where"), "{filter}: {message}");
    }
    for filter in [
        json!({}),
        json!({"x": "y"}),
        json!({"$contains": 1}),
        json!({"$regex": "("}),
    ] {
        let error = passing(store, &name, Value::Null, filter.clone()).await;
        error.expect_err(&filter.to_string());
    }
}

async fn a_missing_collection_is_reported(store: &dyn VectorStore) {
    let name = unique("missing");
    let start = format!("there is no collection `{name}`");
    let is_missing = |error: VectorError| {
        assert!(matches!(error, VectorError::NoCollection { .. }), "{error}");
        assert!(error.to_string().starts_with(&start), "{error}");
    };
    is_missing(store.describe(&name, deadline()).await.unwrap_err());
    let asked = question(&[&[1.0]], 1);
    is_missing(store.query(&name, asked, deadline()).await.unwrap_err());
    let added = store.upsert(&name, MODEL, four(), deadline()).await;
    is_missing(added.unwrap_err());
    let known = store.get_documents(&name, &["a".into()], deadline()).await;
    is_missing(known.unwrap_err());
}

async fn vectors_that_do_not_fit_are_refused(store: &dyn VectorStore) {
    let name = filled(store, four()).await;
    let expected = format!(
        "the collection `{name}` has vectors of 3 dimensions of the model `{MODEL}`, the model `other` gives 2"
    );
    let mut asked = question(&[&[1.0, 0.0]], 1);
    asked.model = "other".into();
    let error = store.query(&name, asked, deadline()).await.unwrap_err();
    assert_eq!(error.to_string(), expected);
    let two = record("x", &[1.0, 0.0], "x", json!(null));
    let error = store.upsert(&name, "other", vec![two], deadline()).await;
    assert_eq!(error.unwrap_err().to_string(), expected);
    assert_eq!(store.describe(&name, deadline()).await.unwrap().count, 4);
}

async fn stored_documents_are_returned(store: &dyn VectorStore) {
    let name = filled(store, four()).await;
    let ids: Vec<String> = ["x", "a", "d", "y"].map(Into::into).into();
    let stored = store.get_documents(&name, &ids, deadline()).await.unwrap();
    let four = four();
    let expected = [&four[0], &four[3]].map(|record| {
        let stored = StoredDocument {
            document: record.document.clone(),
            metadata: record.metadata.clone(),
        };
        (record.id.clone(), stored)
    });
    assert_eq!(stored, expected.into());
    let none = store.get_documents(&name, &[], deadline()).await.unwrap();
    assert!(none.is_empty());
}

async fn records_are_found_by_their_metadata_and_removed(store: &dyn VectorStore) {
    let records = (0..2500).map(|number| {
        let kind = ["even", "odd"][number % 2];
        let metadata = json!({"kind": kind, "n": number});
        record(
            &format!("{number}"),
            &[1.0, number as f32],
            "text",
            metadata,
        )
    });
    let name = filled(store, records.collect()).await;
    let odd = store.ids_with(&name, "kind", "odd", deadline()).await;
    let odd: Vec<String> = odd.unwrap().into_iter().collect();
    assert_eq!(odd.len(), 1250);
    assert!(odd.iter().all(|id| id.parse::<u32>().unwrap() % 2 == 1));
    let none = store.ids_with(&name, "n", "1", deadline()).await.unwrap();
    assert!(none.is_empty(), "a number is no text");
    let gone = [odd, vec!["nobody".into()]].concat();
    for _ in 0..2 {
        store.remove(&name, &gone, deadline()).await.unwrap();
        assert_eq!(store.describe(&name, deadline()).await.unwrap().count, 1250);
    }
    let left = store.ids_with(&name, "kind", "odd", deadline()).await;
    assert!(left.unwrap().is_empty());
    let asked = question(&[&[1.0, 3.0]], 3);
    let found = store.query(&name, asked, deadline()).await.unwrap();
    assert!(
        found[0]
            .iter()
            .all(|hit| hit.id.parse::<u32>().unwrap() % 2 == 0)
    );
    let again = record("1", &[1.0, 1.0], "back", json!(null));
    store
        .upsert(&name, MODEL, vec![again], deadline())
        .await
        .unwrap();
    assert_eq!(store.describe(&name, deadline()).await.unwrap().count, 1251);
}

async fn a_collection_is_created_once(store: &dyn VectorStore) {
    let name = filled(store, four()).await;
    let again = store.create_if_missing(&name, "another", 3, deadline());
    let info = again.await.unwrap();
    assert_eq!((info.count, info.model.as_deref()), (4, Some(MODEL)));
}

async fn many_records_and_many_queries(store: &dyn VectorStore) {
    let point = |number: usize| {
        let angle = number as f32 / 3000.0;
        [angle.cos(), angle.sin(), 0.1]
    };
    let records = (0..3000).map(|number| {
        record(
            &format!("{number}"),
            &point(number),
            &format!("document {number}"),
            json!(null),
        )
    });
    let name = filled(store, records.collect()).await;
    let points: Vec<[f32; 3]> = (0..150).map(|number| point(number * 20)).collect();
    let points: Vec<&[f32]> = points.iter().map(|point| &point[..]).collect();
    let found = store
        .query(&name, question(&points, 1), deadline())
        .await
        .unwrap();
    let exact = found.iter().enumerate().filter(|(number, hits)| {
        let nearest: usize = hits[0].id.parse().unwrap();
        // A graph of neighbours may miss the very nearest.
        nearest.abs_diff(number * 20) <= 5
    });
    assert_eq!((found.len(), exact.count()), (150, 150));
}

async fn no_embeddings_have_no_hits(store: &dyn VectorStore) {
    let name = filled(store, four()).await;
    let found = store
        .query(&name, question(&[], 3), deadline())
        .await
        .unwrap();
    assert_eq!(found, Vec::<Vec<_>>::new());
}
