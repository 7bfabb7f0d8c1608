//! The sample: filled when it is first used, kept, and replaced by a collection that somebody
//! creates.

use std::{
    fs,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Instant,
};

use toolwright::BoxFuture;

use super::{Folder, deadline, four, question};
use crate::{
    embedding::{Embedder, EmbeddingError, Vector},
    vectors::{EmbeddedIndex, Sample, VectorError, VectorStore as _},
};

/// The number of documents of the sample.
const SAMPLE_SIZE: usize = 38;

/// An embedder without a model: the vector of a text is made of its length.
#[derive(Debug)]
struct Lengths {
    model: &'static str,
    asked: AtomicUsize,
    fails: bool,
}

impl Lengths {
    fn new(model: &'static str) -> Arc<Self> {
        Arc::new(Self {
            model,
            asked: AtomicUsize::new(0),
            fails: false,
        })
    }

    fn times(&self) -> usize {
        self.asked.load(Ordering::Relaxed)
    }
}

impl Embedder for Lengths {
    fn model(&self) -> &str {
        self.model
    }

    fn dimension(&self) -> Option<usize> {
        Some(3)
    }

    fn keyword_weight(&self) -> f32 {
        0.5
    }

    fn embed<'a>(
        &'a self,
        texts: &'a [String],
        _deadline: Instant,
    ) -> BoxFuture<'a, Result<Vec<Vector>, EmbeddingError>> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        if self.fails {
            return Box::pin(async { Err(EmbeddingError::Encoder("no".into())) });
        }
        let vectors = texts
            .iter()
            .map(|text| Vector::from([text.len() as f32, 1.0, 1.0]));
        let vectors = vectors.collect();
        Box::pin(async { Ok(vectors) })
    }
}

fn index(folder: &Folder, embedder: &Arc<Lengths>) -> EmbeddedIndex {
    let sample = Sample {
        collection: "columns".into(),
        embedder: Arc::clone(embedder) as Arc<dyn Embedder>,
    };
    EmbeddedIndex::new(folder.path().to_owned(), Some(sample))
}

async fn count(index: &EmbeddedIndex) -> usize {
    index.describe("columns", deadline()).await.unwrap().count
}

#[tokio::test]
async fn the_sample_is_filled_once_and_kept() {
    let folder = Folder::new();
    let embedder = Lengths::new("lengths");
    let first = Arc::new(index(&folder, &embedder));
    let mut askers = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let index = Arc::clone(&first);
        askers.spawn(async move { count(&index).await });
    }
    assert_eq!(askers.join_all().await, [SAMPLE_SIZE; 8]);
    assert_eq!(embedder.times(), 1);
    assert_eq!(count(&index(&folder, &embedder)).await, SAMPLE_SIZE);
    assert_eq!(embedder.times(), 1);
    let asked = question(&[&[1.0, 0.0, 0.0]], 1);
    let found = first.query("columns", asked, deadline()).await.unwrap();
    let metadata = found[0][0].metadata.as_ref().unwrap();
    let name = format!("{}.{}", metadata["table"], metadata["column"]).replace('"', "");
    assert_eq!(found[0][0].id, name);
}

/// An embedder during whose work another process fills the collection.
#[derive(Debug)]
struct Overtaken {
    folder: PathBuf,
    inner: Arc<Lengths>,
}

impl Embedder for Overtaken {
    fn model(&self) -> &str {
        self.inner.model()
    }

    fn dimension(&self) -> Option<usize> {
        self.inner.dimension()
    }

    fn keyword_weight(&self) -> f32 {
        self.inner.keyword_weight()
    }

    fn embed<'a>(
        &'a self,
        texts: &'a [String],
        deadline: Instant,
    ) -> BoxFuture<'a, Result<Vec<Vector>, EmbeddingError>> {
        Box::pin(async move {
            let other = EmbeddedIndex::new(self.folder.clone(), None);
            let created = other.create_if_missing("columns", self.model(), 3, deadline);
            created.await.unwrap();
            let filled = other.upsert("columns", self.model(), four(), deadline);
            filled.await.unwrap();
            self.inner.embed(texts, deadline).await
        })
    }
}

#[tokio::test]
async fn a_collection_that_is_filled_meanwhile_gets_no_sample() {
    let folder = Folder::new();
    let embedder = Overtaken {
        folder: folder.path().to_owned(),
        inner: Lengths::new("lengths"),
    };
    let sample = Sample {
        collection: "columns".into(),
        embedder: Arc::new(embedder),
    };
    let index = EmbeddedIndex::new(folder.path().to_owned(), Some(sample));
    assert_eq!(count(&index).await, 4);
}

#[tokio::test]
async fn no_other_collection_is_filled() {
    let folder = Folder::new();
    let embedder = Lengths::new("lengths");
    let error = index(&folder, &embedder)
        .describe("others", deadline())
        .await;
    assert!(matches!(error, Err(VectorError::NoCollection { .. })));
    assert_eq!(embedder.times(), 0);
}

#[tokio::test]
async fn another_model_fills_the_sample_again() {
    let folder = Folder::new();
    count(&index(&folder, &Lengths::new("lengths"))).await;
    let other = Lengths::new("others");
    let index = index(&folder, &other);
    let info = index.describe("columns", deadline()).await.unwrap();
    assert_eq!(
        (info.count, info.model.as_deref()),
        (SAMPLE_SIZE, Some("others"))
    );
    assert_eq!(other.times(), 1);
}

#[tokio::test]
async fn a_created_collection_replaces_the_sample() {
    let folder = Folder::new();
    let embedder = Lengths::new("lengths");
    let index = index(&folder, &embedder);
    assert_eq!(count(&index).await, SAMPLE_SIZE);
    let made = index
        .create_if_missing("columns", "lengths", 3, deadline())
        .await;
    assert_eq!(made.unwrap().count, 0);
    index
        .upsert("columns", "lengths", four(), deadline())
        .await
        .unwrap();
    assert_eq!(count(&index).await, 4);
    assert_eq!(embedder.times(), 1);
}

#[tokio::test]
async fn a_half_written_sample_is_written_again() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path()).unwrap();
    // A process that is killed while it writes the sample leaves this.
    fs::write(folder.path().join("columns.new"), b"TWVEC\0\0\x01half").unwrap();
    let embedder = Lengths::new("lengths");
    assert_eq!(count(&index(&folder, &embedder)).await, SAMPLE_SIZE);
    let names: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert!(!names.contains(&"columns.new".to_owned()), "{names:?}");
}

#[tokio::test]
async fn a_failed_embedder_is_asked_again() {
    let folder = Folder::new();
    let failing = Arc::new(Lengths {
        model: "lengths",
        asked: AtomicUsize::new(0),
        fails: true,
    });
    let error = index(&folder, &failing)
        .describe("columns", deadline())
        .await;
    assert_eq!(
        error.unwrap_err().to_string(),
        "the sample collection cannot be filled: the embedded encoder failed: no"
    );
    assert_eq!(
        count(&index(&folder, &Lengths::new("lengths"))).await,
        SAMPLE_SIZE
    );
}
