//! [`CheckedSchemas`]: checks each schema of a document once, however many operations have it.

use std::collections::HashMap;

use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};
use toolwright::schema::check_schema;

/// The schemas that were checked, by their hashes.
#[derive(Debug, Default)]
pub(super) struct CheckedSchemas(HashMap<[u8; 32], SchemaCheck>);

/// The outcome of a check.
#[derive(Debug, Clone)]
enum SchemaCheck {
    Valid,
    /// Patterns are written for other engines of regular expressions.
    ValidWithoutPatterns,
    Refused(String),
}

impl CheckedSchemas {
    /// Returns how many schemas were checked.
    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the schema of a tool, without its patterns if they cannot be checked here.
    ///
    /// # Errors
    /// The reason why it is none.
    pub(super) fn check(&mut self, mut schema: Map<String, Value>) -> Result<Value, String> {
        let text = serde_json::to_vec(&schema).map_err(|error| error.to_string())?;
        let hash = Sha256::digest(text).into();
        let check = self.0.entry(hash).or_insert_with(|| check(&schema));
        match check {
            SchemaCheck::Valid => {}
            SchemaCheck::ValidWithoutPatterns => schema.values_mut().for_each(remove_patterns),
            SchemaCheck::Refused(problem) => return Err(format!("its schema {problem}")),
        }
        Ok(Value::Object(schema))
    }
}

fn check(schema: &Map<String, Value>) -> SchemaCheck {
    if check_schema(schema).is_ok() {
        return SchemaCheck::Valid;
    }
    let mut without = schema.clone();
    without.values_mut().for_each(remove_patterns);
    match check_schema(&without) {
        Ok(()) => SchemaCheck::ValidWithoutPatterns,
        Err(problem) => SchemaCheck::Refused(problem),
    }
}

fn remove_patterns(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            fields.retain(|keyword, value| !(keyword == "pattern" && value.is_string()));
            fields.remove("patternProperties");
            fields.values_mut().for_each(remove_patterns);
        }
        Value::Array(values) => values.iter_mut().for_each(remove_patterns),
        _ => {}
    }
}
