//! [`CheckedSchema`]: a schema of a definition, in the form that clients accept.

use serde_json::{Value, json};

use super::mirrored_headers::{header_problem, headers};
#[cfg(feature = "governance")]
use crate::core::schema::compile;
use crate::core::schema::{Schema, is_object, misfits, problem_of, replace_boolean_schemas};

/// A schema without boolean schemas, and why a catalogue must not accept it.
#[derive(Debug, Clone)]
pub(super) struct CheckedSchema {
    pub(super) schema: Schema,
    /// The rest of a sentence that begins with "the input schema".
    pub(super) problem: Option<String>,
    /// Whether clients repeat one of its properties in a header.
    pub(super) has_headers: bool,
}

impl CheckedSchema {
    pub(super) fn new(mut schema: Schema) -> Self {
        replace_boolean_schemas(&mut schema);
        let problem = match problem_of(&schema) {
            Some(problem) => Some(format!("is not a JSON schema: {problem}")),
            None if !is_object(&schema) => Some("is not of type `object`".to_owned()),
            None => refused_default(&schema)
                .or_else(|| refused_example(&schema))
                .or_else(|| header_problem(&schema)),
        };
        let has_headers = headers(&schema).next().is_some();
        Self {
            schema,
            problem,
            has_headers,
        }
    }

    /// Adds arguments that work.
    pub(super) fn add_example(self, arguments: Value) -> Self {
        let mut schema = self.schema;
        let examples = schema.entry("examples").or_insert_with(|| json!([]));
        if let Value::Array(examples) = examples {
            examples.push(arguments);
        }
        Self::new(schema)
    }
}

/// Checks a schema that was read at run time, so that a catalogue accepts the tool that has it.
///
/// # Errors
/// The rest of a sentence that begins with "the schema".
#[cfg(feature = "governance")]
pub fn check_schema(schema: &Schema) -> Result<(), String> {
    compile(schema).map_err(|error| format!("is not a JSON schema: {error}"))?;
    catalog_problem(schema).map_or(Ok(()), Err)
}

/// Returns why a catalogue does not accept a tool with this schema, as [`check_schema`] does. It does
/// not know all of JSON Schema.
pub fn catalog_problem(schema: &Schema) -> Option<String> {
    CheckedSchema::new(schema.clone()).problem
}

/// Returns the problem of the first default that the schema of its own parameter refuses.
fn refused_default(schema: &Schema) -> Option<String> {
    let properties = schema.get("properties")?.as_object()?;
    properties.iter().find_map(|(name, property)| {
        // `null` stands for an optional parameter that is left out.
        let default = property
            .get("default")
            .filter(|default| !default.is_null())?;
        let misfit = misfits(property, schema, default, 1).pop()?;
        let wanted = misfit.wanted;
        Some(format!(
            "has a default that it refuses: `{name}` is {default}, wanted {wanted}"
        ))
    })
}

fn refused_example(schema: &Schema) -> Option<String> {
    let examples = schema.get("examples")?.as_array()?;
    let whole = Value::Object(schema.clone());
    examples.iter().find_map(|example| {
        let misfit = misfits(&whole, schema, example, 1).pop()?;
        let (path, wanted) = (misfit.path, misfit.wanted);
        Some(format!(
            "has an example that it refuses: {example}: `{path}`, wanted {wanted}"
        ))
    })
}
