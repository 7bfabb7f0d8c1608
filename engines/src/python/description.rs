//! [`Description`]: what a function says about itself.

use serde::Deserialize;
use serde_json::{Map, Value, json};
use toolwright::schema::{check_schema, structured_schema};

use super::file_stamp::FileStamp;

/// The schemas of a function, from its annotations and its docstring.
#[derive(Debug, Clone, PartialEq)]
pub struct Description {
    /// The JSON schema of the arguments.
    pub input_schema: Map<String, Value>,
    /// The JSON schema of the result, if the function has an annotation for it.
    pub output_schema: Option<Map<String, Value>>,
}

/// A description, and the files that it was made from.
#[derive(Debug, Deserialize)]
pub(super) struct Described {
    input_schema: Map<String, Value>,
    output_schema: Option<Map<String, Value>>,
    pub(super) stamps: Vec<FileStamp>,
}

impl Description {
    /// Returns what a function says about itself. In place of a schema that no client would accept
    /// there is one that allows everything, so that the tool can be called.
    pub(super) fn of(described: Described, tool: &str) -> Self {
        let mut input_schema = described.input_schema;
        if let Err(problem) = check_schema(&input_schema) {
            tracing::warn!("the schema of the parameters of `{tool}` is not used: it {problem}");
            input_schema = Self::any_input();
        }
        let is_usable = |schema: &Map<String, Value>| {
            let (shown, _) = structured_schema(schema.clone());
            let checked = check_schema(&shown);
            if let Err(problem) = &checked {
                tracing::warn!("the schema of the result of `{tool}` is not used: it {problem}");
            }
            checked.is_ok()
        };
        Self {
            input_schema,
            output_schema: described.output_schema.filter(is_usable),
        }
    }

    /// Returns the schema that accepts all arguments.
    pub fn any_input() -> Map<String, Value> {
        Map::from_iter([("type".to_owned(), json!("object"))])
    }
}
