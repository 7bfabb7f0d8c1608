//! [`Sample`]: what the index has when nobody has put anything into it.

use std::{sync::Arc, time::Instant};

use serde_json::json;
use sha2::{Digest as _, Sha256};

use crate::data::{
    embedding::Embedder,
    vectors::{
        index_error::IndexError,
        store::{Metadata, Record},
    },
};

/// The columns of the sample database, as whoever looks for one asks: table, column, type, comment.
const DOCUMENTS: &str = include_str!("sample/columns.txt");

/// The sample: which collection it is in, and what gives its texts their vectors.
#[derive(Debug, Clone)]
pub(crate) struct Sample {
    /// The collection. It is filled when it is first asked for and not there.
    pub(crate) collection: String,
    /// What gives the texts their vectors. When it is another one some day, the sample is filled again.
    pub(crate) embedder: Arc<dyn Embedder>,
}

impl Sample {
    /// Which sample this is: another text is another sample.
    pub(super) fn version() -> String {
        let digest = Sha256::digest(DOCUMENTS.as_bytes());
        let bytes = digest.iter().take(8);
        bytes.map(|byte| format!("{byte:02x}")).collect()
    }

    /// The records.
    pub(super) async fn records(&self, deadline: Instant) -> Result<Vec<Record>, IndexError> {
        let texts: Vec<String> = DOCUMENTS.lines().map(ToOwned::to_owned).collect();
        let vectors = self.embedder.embed(&texts, deadline).await;
        let vectors = vectors.map_err(IndexError::Sample)?;
        let record = |(document, embedding): (String, _)| {
            let (id, metadata) = describe(&document);
            Record {
                id,
                metadata: Some(metadata),
                document,
                embedding,
            }
        };
        Ok(texts.into_iter().zip(vectors).map(record).collect())
    }
}

/// `users.email`, and what it is made of.
fn describe(document: &str) -> (String, Metadata) {
    let mut words = document.split(' ');
    let name = words.next().unwrap_or_default();
    let (table, column) = name.split_once('.').unwrap_or_default();
    let kind = words.next().unwrap_or_default();
    let metadata = [("table", table), ("column", column), ("type", kind)];
    let metadata = metadata.map(|(key, value)| (key.to_owned(), json!(value)));
    (name.to_owned(), metadata.into_iter().collect())
}
