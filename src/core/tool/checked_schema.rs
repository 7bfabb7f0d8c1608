//! [`CheckedSchema`]: a schema of a definition, in the form that clients accept.

use crate::core::schema::{Schema, is_object, problem_of, replace_boolean_schemas};

/// A schema without boolean schemas, and why a catalogue must not accept it.
#[derive(Debug, Clone)]
pub(super) struct CheckedSchema {
    pub(super) schema: Schema,
    /// The rest of a sentence that begins with "the input schema".
    pub(super) problem: Option<String>,
}

impl CheckedSchema {
    pub(super) fn new(mut schema: Schema) -> Self {
        replace_boolean_schemas(&mut schema);
        let problem = match problem_of(&schema) {
            Some(problem) => Some(format!("is not a JSON schema: {problem}")),
            None if !is_object(&schema) => Some("is not of type `object`".to_owned()),
            None => None,
        };
        Self { schema, problem }
    }
}
