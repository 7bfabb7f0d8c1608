//! [`Header`]: the fixed properties of a collection.

use serde::{Deserialize, Serialize};
use toolwright_base::token;

/// The first bytes of every file; the last one is the version of the format.
pub(super) const MARK: &[u8; 8] = b"TWVEC\0\0\x01";

/// The fixed properties of a collection. To change them, the file is replaced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::vectors::embedded) struct Header {
    /// Identifies this file: another file at the same path has another id.
    pub(in crate::vectors::embedded) id: String,
    /// The embedding model of the vectors.
    pub(in crate::vectors::embedded) model: String,
    /// The number of dimensions of each vector.
    pub(in crate::vectors::embedded) dimension: usize,
    /// The version of the sample, if the collection is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::vectors::embedded) sample: Option<String>,
}

impl Header {
    pub(in crate::vectors::embedded) fn new(
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
