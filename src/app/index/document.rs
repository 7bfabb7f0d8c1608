//! [`Document`]: a text to be indexed.

use sha2::{Digest as _, Sha256};
use toolwright_base::Hexadecimal;
use toolwright_engines::vectors::{Metadata, StoredDocument};

/// A text to be indexed.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Document {
    pub(super) id: String,
    pub(super) text: String,
    /// The values that a search can filter by.
    pub(super) metadata: Option<Metadata>,
}

impl Document {
    /// Creates a document. The default id is a hash of the text, so that the same text is the same
    /// document in the next run.
    pub(super) fn new(id: Option<String>, text: String, metadata: Option<Metadata>) -> Self {
        let id = id.unwrap_or_else(|| id_of(&text));
        // Vector stores do not keep null values.
        let said = metadata.into_iter().flatten();
        let said: Metadata = said.filter(|(_, value)| !value.is_null()).collect();
        let metadata = (!said.is_empty()).then_some(said);
        Self { id, text, metadata }
    }

    /// Returns whether the stored document is equal.
    pub(super) fn is_stored_as(&self, stored: &StoredDocument) -> bool {
        self.text == stored.document && self.metadata == stored.metadata
    }
}

fn id_of(text: &str) -> String {
    let hash = Sha256::digest(text.as_bytes());
    Hexadecimal(&hash[..16]).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_id_depends_on_the_text_alone() {
        let id = |text: &str| Document::new(None, text.into(), None).id;
        assert_eq!(id("a"), "ca978112ca1bbdcafac231b39a23dc4d");
        assert_ne!(id("a"), id("b"));
        assert_eq!(Document::new(Some("7".into()), "a".into(), None).id, "7");
    }
}
