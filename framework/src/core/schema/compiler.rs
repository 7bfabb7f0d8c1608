//! Compiles JSON schemas into validators.

use jsonschema::{Draft, Validator};
use serde_json::Value;

use super::json_schema::Schema;

/// Compiles `schema` as JSON Schema 2020-12, with `format` as an assertion.
///
/// Works offline: a reference to a remote schema is an error.
pub fn compile(schema: &Schema) -> Result<Validator, String> {
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(true)
        .offline()
        .build(&Value::Object(schema.clone()))
        .map_err(|error| error.to_string())
}
