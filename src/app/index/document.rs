//! [`Document`]: a text that is to be found.

use sha2::{Digest as _, Sha256};

use crate::data::vectors::{Metadata, Stored};

/// A text that is to be found.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Document {
    /// What tells it from others.
    pub(super) id: String,
    /// Its text.
    pub(super) text: String,
    /// What it can be filtered by.
    pub(super) metadata: Option<Metadata>,
}

impl Document {
    /// A document. Without an id it has one that is made from its text, so that the same text is the same document another time.
    pub(super) fn new(id: Option<String>, text: String, metadata: Option<Metadata>) -> Self {
        let id = id.unwrap_or_else(|| id_of(&text));
        // Stores keep nothing of what says nothing.
        let said = metadata.into_iter().flatten();
        let said: Metadata = said.filter(|(_, value)| !value.is_null()).collect();
        let metadata = (!said.is_empty()).then_some(said);
        Self { id, text, metadata }
    }

    /// Whether it is there as it is here.
    pub(super) fn is_stored_as(&self, stored: &Stored) -> bool {
        self.text == stored.document && self.metadata == stored.metadata
    }
}

fn id_of(text: &str) -> String {
    let hash = Sha256::digest(text.as_bytes());
    hash[..16]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_one_id_and_another_has_another() {
        let id = |text: &str| Document::new(None, text.into(), None).id;
        assert_eq!(id("a"), "ca978112ca1bbdcafac231b39a23dc4d");
        assert_ne!(id("a"), id("b"));
        assert_eq!(Document::new(Some("7".into()), "a".into(), None).id, "7");
    }
}
