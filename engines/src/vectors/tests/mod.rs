//! Tests of both stores. `contract` is the suite that both pass.

mod chroma;
mod chroma_failures;
#[path = "../../../../tests/it/harness/chroma_server.rs"]
mod chroma_server;
mod contract;
mod embedded_files;
mod ranking;
mod sample;

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use toolwright_base::token;

use super::{Record, VectorQuery};
use crate::embedding::Vector;

/// The name of the model in the tests.
const MODEL: &str = "test-model";

fn deadline() -> Instant {
    Instant::now() + Duration::from_secs(60)
}

/// Returns a unique name.
fn unique(name: &str) -> String {
    format!("{name}-{}", token::random())
}

/// A folder that is deleted at the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        Self(std::env::temp_dir().join(unique("toolwright-vectors")))
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn vector(numbers: &[f32]) -> Vector {
    numbers.into()
}

fn record(id: &str, embedding: &[f32], document: &str, metadata: Value) -> Record {
    Record {
        id: id.into(),
        document: document.into(),
        metadata: match metadata {
            Value::Object(metadata) => Some(metadata),
            _ => None,
        },
        embedding: vector(embedding),
    }
}

/// Creates a query by vectors alone.
fn question(embeddings: &[&[f32]], n_results: usize) -> VectorQuery {
    VectorQuery {
        model: MODEL.into(),
        embeddings: embeddings.iter().map(|numbers| vector(numbers)).collect(),
        texts: Vec::new(),
        keyword_weight: 0.5,
        n_results,
        where_metadata: None,
        where_document: None,
    }
}

/// Four documents in three dimensions.
fn four() -> Vec<Record> {
    vec![
        record(
            "a",
            &[1.0, 0.0, 0.0],
            "red house",
            json!({"n": 1, "kind": "house", "new": true}),
        ),
        record(
            "b",
            &[0.8, 0.6, 0.0],
            "blue house",
            json!({"n": 2.5, "kind": "house", "tags": ["x", "y"]}),
        ),
        record(
            "c",
            &[0.0, 1.0, 0.0],
            "Red car",
            json!({"n": 3, "kind": "car"}),
        ),
        record("d", &[0.0, 0.0, 2.0], "빨간 나무", json!(null)),
    ]
}
