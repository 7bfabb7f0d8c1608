//! [`Description`]: what a function says about itself.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::file_stamp::FileStamp;

/// The schemas of a function, from its annotations and its docstring.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Description {
    /// The JSON schema of the arguments.
    pub(crate) input_schema: Map<String, Value>,
    /// The JSON schema of the result, if the function has an annotation for it.
    pub(crate) output_schema: Option<Map<String, Value>>,
}

/// A description, and the files that it was made from.
#[derive(Debug, Deserialize)]
pub(super) struct Described {
    input_schema: Map<String, Value>,
    output_schema: Option<Map<String, Value>>,
    pub(super) stamps: Vec<FileStamp>,
}

impl From<Described> for Description {
    fn from(described: Described) -> Self {
        Self {
            input_schema: described.input_schema,
            output_schema: described.output_schema,
        }
    }
}
