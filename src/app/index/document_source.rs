//! [`Source`]: where documents come from, a batch at a time.

use std::{collections::HashSet, vec};

use super::{document::Document, json_lines::JsonLines};

/// Where documents come from.
pub(super) enum Source {
    /// A file.
    Lines(JsonLines),
    /// A list of known length.
    List {
        /// What is left of it.
        rest: vec::IntoIter<Document>,
        /// How many there were.
        all: usize,
    },
}

/// Some documents, each id once.
#[derive(Debug, Default)]
pub(super) struct Batch {
    /// The documents.
    pub(super) documents: Vec<Document>,
    /// Whether there are no more after them.
    pub(super) is_last: bool,
    /// Why there are no more, where something is wrong.
    pub(super) problem: Option<String>,
}

impl Source {
    /// A list of documents.
    pub(super) fn listed(documents: Vec<Document>) -> Self {
        Self::List {
            all: documents.len(),
            rest: documents.into_iter(),
        }
    }

    /// How much of it was taken, from 0 to 1, where its end is known.
    #[expect(clippy::cast_precision_loss, reason = "a share for a bar")]
    pub(super) fn share(&self) -> Option<f64> {
        match self {
            Self::Lines(lines) => lines.share(),
            Self::List { all: 0, .. } => None,
            Self::List { rest, all } => Some(1.0 - rest.len() as f64 / *all as f64),
        }
    }

    /// The next documents, at most so many. Of several with one id the last counts, as if they were kept one after the other.
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
    fn batches_end_with_the_list_and_have_each_id_once() {
        let mut source = Source::listed(vec![
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
