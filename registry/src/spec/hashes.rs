//! Hashes of definitions, by which those that did not change are known.

use std::sync::OnceLock;

use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

use crate::{definition::Known, jsonc::Node};

/// Returns the hash of a definition as it is stored. The order of its fields counts.
pub(crate) fn hash(json: &Map<String, Value>) -> [u8; 32] {
    hash_of_text(&serde_json::to_string(json).unwrap_or_default())
}

/// Returns the hash of a definition that was written as JSON without spaces.
pub(crate) fn hash_of_text(text: &str) -> [u8; 32] {
    Sha256::digest(text).into()
}

/// The hash of a definition, if somebody has asked for it.
pub(crate) type LazyHash = OnceLock<[u8; 32]>;

/// Returns the JSON of a definition and its hash, if that is known.
pub(crate) fn stored(node: &Node<'_>, known: Known) -> Option<(Map<String, Value>, LazyHash)> {
    match known {
        Some((json, hash)) => Some((json, OnceLock::from(hash))),
        None => Some((node.map()?, OnceLock::new())),
    }
}
