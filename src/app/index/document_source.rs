//! [`DocumentSource`]: reads documents in batches.

use std::{collections::HashSet, vec};

use super::{document::Document, json_lines::JsonLines};

/// The documents of a file or a list.
pub(super) enum DocumentSource {
    Lines(JsonLines),
    List {
        rest: vec::IntoIter<Document>,
        /// The length of the whole list.
        all: usize,
    },
}

/// Some documents with distinct ids.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub(super) documents: Vec<Document>,
    pub(super) is_last: bool,
    /// Why the rest cannot be read.
    pub(super) problem: Option<String>,
}

impl DocumentSource {
    /// Creates the source of a list.
    pub(super) fn listed(documents: Vec<Document>) -> Self {
        Self::List {
            all: documents.len(),
            rest: documents.into_iter(),
        }
    }

    /// Returns the share that was taken, from 0 to 1, if the end is known.
    #[expect(clippy::cast_precision_loss, reason = "a share for a bar")]
    pub(super) fn share(&self) -> Option<f64> {
        match self {
            Self::Lines(lines) => lines.share(),
            Self::List { all: 0, .. } => None,
            Self::List { rest, all } => Some(1.0 - rest.len() as f64 / *all as f64),
        }
    }

    /// Returns the next documents, at most `most`. The last of several documents with the same id
    /// wins, as if they were stored one after the other.
    pub(super) fn take(&mut self, most: usize) -> Batch {
        let mut batch = Batch::default();
        while batch.documents.len() < most {
            let next = match self {
                Self::Lines(lines) => lines.next(),
                Self::List { rest, .. } => Ok(rest.next()),
            };
            match next {
                Ok(Some(document)) => batch.documents.push(document),
                Ok(None) => {
                    batch.is_last = true;
                    break;
                }
                Err(error) => {
                    batch.problem = Some(error.to_string());
                    break;
                }
            }
        }
        let mut ids = HashSet::new();
        batch.documents.reverse();
        batch
            .documents
            .retain(|document| ids.insert(document.id.clone()));
        batch.documents.reverse();
        batch
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(id: &str, text: &str) -> Document {
        Document::new(Some(id.into()), text.into(), None)
    }

    #[test]
    fn batches_end_with_the_list_and_have_distinct_ids() {
        let mut source = DocumentSource::listed(vec![
            document("a", "1"),
            document("b", "2"),
            document("a", "3"),
            document("c", "4"),
        ]);
        let first = source.take(3);
        assert_eq!(first.documents, [document("b", "2"), document("a", "3")]);
        assert!(!first.is_last);
        assert_eq!(source.share(), Some(0.75));
        let last = source.take(3);
        assert_eq!(last.documents, [document("c", "4")]);
        assert!(last.is_last);
    }
}
