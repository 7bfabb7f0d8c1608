//! A JSON schema, compiled. Nothing is fetched for it.

use jsonschema::{Draft, Validator};
use serde_json::Value;

use crate::core::Schema;

/// The schema, ready to check values.
pub(super) fn compile(schema: &Schema) -> Result<Validator, String> {
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(true)
        .offline()
        .build(&Value::Object(schema.clone()))
        .map_err(|error| error.to_string())
}
