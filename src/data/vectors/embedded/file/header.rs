//! [`Header`]: what a collection is.

use serde::{Deserialize, Serialize};

use crate::core::token;

/// What every file begins with; the last byte is the version of the format.
pub(super) const MARK: &[u8; 8] = b"TWVEC\0\0\x01";

/// What a collection is. It never changes: a collection that changes is another file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::data::vectors::embedded) struct Header {
    /// Of this very file: another one under the same path has another.
    pub(in crate::data::vectors::embedded) id: String,
    /// The model that the vectors are of.
    pub(in crate::data::vectors::embedded) model: String,
    /// How many numbers each has.
    pub(in crate::data::vectors::embedded) dimension: usize,
    /// Which sample it is, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::data::vectors::embedded) sample: Option<String>,
}

impl Header {
    pub(in crate::data::vectors::embedded) fn new(
        model: &str,
        dimension: usize,
        sample: Option<String>,
    ) -> Self {
        Self {
            id: token::random(),
            model: model.to_owned(),
            dimension,
            sample,
        }
    }
}
