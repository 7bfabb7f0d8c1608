//! [`Sample`]: the documents of an index that nobody has filled.

use std::{sync::Arc, time::Instant};

use serde_json::json;
use sha2::{Digest as _, Sha256};
use toolwright_base::Hexadecimal;

use super::keywords::Synonyms;
use crate::{
    embedding::Embedder,
    vectors::{
        index_error::IndexError,
        store::{Metadata, Record},
    },
};

/// The columns of the sample database, one a line: table and column, type, comment.
const COLUMNS: &str = include_str!("sample/columns.txt");
/// Words for what the columns of databases hold, in Korean and English, a group a line.
///
/// Most databases are named in English, and the embedded model does not know Korean. Without the
/// table, a question in Korean would find no column that has no comment in Korean.
const SYNONYMS: &str = include_str!("sample/synonyms.txt");

/// The collection that describes the columns of the sample database.
#[derive(Debug, Clone)]
pub struct Sample {
    /// The collection's name. It is filled when it is first used and does not exist.
    pub collection: String,
    /// Embeds the documents. When its model changes, the sample is filled again.
    pub embedder: Arc<dyn Embedder>,
}

impl Sample {
    /// Returns the version of the documents, which changes with their text.
    pub(super) fn version() -> String {
        let digest = Sha256::digest(COLUMNS.as_bytes());
        Hexadecimal(&digest[..8]).to_string()
    }

    /// Reads the table of synonyms that comes with the sample.
    pub(super) fn synonyms() -> Synonyms {
        Synonyms::parse(SYNONYMS)
    }

    /// Embeds the documents and returns them as records.
    pub(super) async fn records(&self, deadline: Instant) -> Result<Vec<Record>, IndexError> {
        let texts: Vec<String> = COLUMNS.lines().map(ToOwned::to_owned).collect();
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

/// Returns the id of a document, such as `users.email`, and its metadata.
fn describe(document: &str) -> (String, Metadata) {
    let mut words = document.split(' ');
    let name = words.next().unwrap_or_default();
    let (table, column) = name.split_once('.').unwrap_or_default();
    let kind = words.next().unwrap_or_default();
    let metadata = [("table", table), ("column", column), ("type", kind)];
    let metadata = metadata.map(|(key, value)| (key.to_owned(), json!(value)));
    (name.to_owned(), metadata.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_word_of_the_table_is_in_one_group() {
        let words: Vec<&str> = SYNONYMS.lines().flat_map(|line| line.split(' ')).collect();
        let synonyms = Sample::synonyms();
        let different: HashSet<&str> = words.iter().copied().collect();
        assert_eq!(different.len(), words.len());
        for (line, word) in SYNONYMS
            .lines()
            .flat_map(|line| line.split(' ').map(move |word| (line, word)))
        {
            let first = line.split(' ').next().unwrap_or_default();
            assert_eq!(synonyms.groups(word), synonyms.groups(first), "{word}");
            assert_eq!(synonyms.groups(word).len(), 1, "{word}");
        }
    }

    #[test]
    fn words_that_mean_the_same_are_in_the_same_group() {
        let synonyms = Sample::synonyms();
        for (words, others) in [
            (["날짜", "date"], ["주문", "order"]),
            (["전화번호는", "phones"], ["번호를", "id"]),
            (["상태", "status"], ["배송", "shipping"]),
        ] {
            let of = |word: &str| synonyms.groups(word);
            assert_eq!(of(words[0]), of(words[1]), "{words:?}");
            assert_eq!(of(others[0]), of(others[1]), "{others:?}");
            assert_ne!(of(words[0]), of(others[0]));
        }
    }
}
