//! [`SchemaValidation`]: validates the arguments and the outputs of a tool against its schemas.
//!
//! The outputs of a typed tool need no validation if every value of its type fits the schema that was
//! derived from the type: then serialising a value proves that it fits. Only the schema is known
//! here, and other types may have the same one. So little is proven:
//!
//! - The type of a value is, except for floats: one that is not finite is serialised as `null`.
//! - A `minimum` of 0 is, because unsigned integers have it. A signed integer with the attribute
//!   `#[schemars(range(min = 0))]` has the same schema, so its outputs are not validated.
//! - No other constraint is. A `char` is `{"type": "string", "minLength": 1, "maxLength": 1}`, and
//!   so is a `String` with the attribute `#[schemars(length(equal = 1))]`.

use std::{fmt, sync::OnceLock};

use jsonschema::Validator;
use serde_json::Value;

use super::{repair, validation_problems};
use crate::core::{
    Arguments, InvalidArguments, Problem, Repair, Schema, Tool, ToolDef, ToolError, ToolOutput,
    compile, value_size,
};

/// Validates the arguments and the outputs of a tool against its schemas.
///
/// Validators are compiled when they are first needed. The Rust types of a typed tool are its
/// check: its input schema is only compiled to repair or to explain arguments that did not parse,
/// and its output schema only if it says more than the types.
#[derive(Default)]
pub(super) struct SchemaValidation {
    input: OnceLock<Result<Validator, String>>,
    output: OnceLock<Result<Validator, String>>,
    output_is_proven: OnceLock<bool>,
}

impl fmt::Debug for SchemaValidation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SchemaValidation")
            .field("input", &self.input.get().map(Result::is_ok))
            .field("output", &self.output.get().map(Result::is_ok))
            .finish()
    }
}

/// Arguments that fit their schema, and the repairs that made them fit.
pub(super) type ValidArguments = (Arguments, Vec<Repair>);

impl SchemaValidation {
    /// Checks whether `arguments` fit `tool`: the types of a typed tool, the input schema of others.
    ///
    /// Arguments that would take too much memory fit no tool.
    ///
    /// # Errors
    /// [`ToolError::InvalidArguments`] if they do not fit. It does not say what the schema finds:
    /// see [`mend`](Self::mend).
    pub(super) fn check_input(
        &self,
        tool: &dyn Tool,
        arguments: &Arguments,
    ) -> Result<(), ToolError> {
        let definition = tool.definition();
        if arguments.is_huge() {
            return Err(InvalidArguments::too_large(definition, arguments).into_error());
        }
        if definition.is_typed() {
            return tool.accepts(arguments);
        }
        let validator = self.input(definition)?;
        match arguments.to_value() {
            Ok(value) if validator.is_valid(&value) => Ok(()),
            Ok(_) => {
                let wanted = "arguments that fit the input schema".to_owned();
                Err(InvalidArguments::of_all(definition, arguments, wanted).into_error())
            }
            Err(error) => Err(not_json(definition, &error)),
        }
    }

    /// Repairs `arguments` that do not fit `tool` if `may_repair`.
    ///
    /// # Errors
    /// [`ToolError::InvalidArguments`] with the problems that the schema finds, or else `error`, if
    /// they cannot be repaired.
    pub(super) fn mend(
        &self,
        tool: &dyn Tool,
        arguments: &Arguments,
        may_repair: bool,
        error: ToolError,
    ) -> Result<ValidArguments, ToolError> {
        if arguments.is_huge() {
            return Err(error);
        }
        let definition = tool.definition();
        let (Ok(validator), Ok(value)) = (self.input(definition), arguments.to_value()) else {
            return Err(error);
        };
        let schema = Value::Object(definition.input_schema().clone());
        let is_small = arguments.as_str().len() <= repair::MAX_SIZE
            && value_size(arguments.as_str()) <= repair::MAX_MEMORY;
        if may_repair
            && is_small
            && let Some(repaired) = repaired(tool, validator, &schema, value.clone())
        {
            return Ok(repaired);
        }
        let problems = validation_problems::problems(validator, &schema, &value);
        if problems.is_empty() {
            return Err(error);
        }
        Err(InvalidArguments::of_problems(definition, &value, problems).into_error())
    }

    /// Returns the validator of the input schema.
    fn input(&self, definition: &ToolDef) -> Result<&Validator, ToolError> {
        compiled(&self.input, definition.input_schema(), definition, "input")
    }

    /// Validates `output` against the output schema of its tool, if there is one.
    ///
    /// # Errors
    /// [`ToolError::Failed`] if it does not fit.
    pub(super) fn check_output(
        &self,
        definition: &ToolDef,
        output: ToolOutput,
    ) -> Result<ToolOutput, ToolError> {
        let Some(schema) = definition.output_schema() else {
            return Ok(output);
        };
        let is_proven = || definition.is_typed() && is_proven(schema);
        if output.is_error || *self.output_is_proven.get_or_init(is_proven) {
            return Ok(output);
        }
        let validator = compiled(&self.output, schema, definition, "output")?;
        let problem = match output.structured_value() {
            Some(value) => validation_problems::first(validator, schema, &value),
            None => Some("there is no structured content".to_owned()),
        };
        match problem {
            None => Ok(output),
            Some(problem) => Err(ToolError::failed(format!(
                "the output of `{}` does not fit its output schema: {problem}",
                definition.name()
            ))),
        }
    }
}

/// Returns `value` repaired so that `tool` accepts it.
fn repaired(
    tool: &dyn Tool,
    validator: &Validator,
    schema: &Value,
    value: Value,
) -> Option<ValidArguments> {
    let (value, mut repairs) = repair::repaired(validator, schema, value)?;
    let value = if tool.definition().is_typed() {
        let value = repair::whole_numbers(value, &mut repairs)?;
        repair::without_fences(value, &mut repairs)
    } else {
        value
    };
    let arguments = Arguments::from_value(&value).ok()?;
    let fits = !repairs.is_empty() && tool.accepts(&arguments).is_ok();
    fits.then_some((arguments, repairs))
}

/// Returns the validator in `cache`, and compiles it the first time.
fn compiled<'a>(
    cache: &'a OnceLock<Result<Validator, String>>,
    schema: &Schema,
    definition: &ToolDef,
    which: &str,
) -> Result<&'a Validator, ToolError> {
    let invalid = |error: &String| {
        let name = definition.name();
        ToolError::failed(format!(
            "the {which} schema of `{name}` is invalid: {error}"
        ))
    };
    cache
        .get_or_init(|| compile(schema))
        .as_ref()
        .map_err(invalid)
}

fn not_json(definition: &ToolDef, error: &serde_json::Error) -> ToolError {
    let wanted = format!("a JSON object: {error}");
    let problem = Problem::new("arguments", None, wanted);
    InvalidArguments::of_problems(definition, &Value::Null, vec![problem]).into_error()
}

/// The keywords that constrain values beyond their type.
const CONSTRAINTS: [&str; 16] = [
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
    "contains",
    "not",
    "if",
    "propertyNames",
];

/// Returns `true` if every value of the Rust type that `schema` was derived from fits it.
pub(super) fn is_proven(schema: &Schema) -> bool {
    schema.iter().all(|(keyword, value)| match value {
        Value::String(name) if keyword == "type" => name != "number",
        Value::Array(names) if keyword == "type" => names.iter().all(|name| name != "number"),
        // The names of properties and definitions are not keywords.
        Value::Object(named) if matches!(keyword.as_str(), "properties" | "$defs") => {
            named.values().all(is_value_proven)
        }
        Value::Number(limit) if keyword == "minimum" && limit.as_u64() == Some(0) => true,
        _ if CONSTRAINTS.contains(&keyword.as_str()) => false,
        Value::Object(_) | Value::Array(_) => is_value_proven(value),
        _ => true,
    })
}

fn is_value_proven(value: &Value) -> bool {
    match value {
        Value::Object(schema) => is_proven(schema),
        Value::Array(items) => items.iter().all(is_value_proven),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use schemars::JsonSchema;

    use super::*;
    use crate::core::schema_of;

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only the schema matters")]
    struct Plain {
        /// A property that is called like a constraint.
        pattern: String,
        signed: i64,
        unsigned: u32,
        items: Vec<Option<usize>>,
    }

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only the schema matters")]
    struct Narrowed {
        #[schemars(range(min = 1, max = 10))]
        value: u64,
    }

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only the schema matters")]
    struct OneLetter {
        #[schemars(length(equal = 1))]
        value: String,
    }

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only the schema matters")]
    struct OneChar {
        value: char,
    }

    #[test]
    fn plain_types_prove_their_schemas() {
        assert!(is_proven(&schema_of::<Plain>()));
    }

    #[test]
    fn floats_and_narrowed_ranges_are_not_proven() {
        assert!(!is_proven(&schema_of::<f64>()));
        assert!(!is_proven(&schema_of::<Option<f32>>()));
        assert!(!is_proven(&schema_of::<Narrowed>()));
    }

    #[test]
    fn a_char_is_not_proven_because_a_short_string_has_the_same_schema() {
        let (letter, char) = (schema_of::<OneLetter>(), schema_of::<OneChar>());
        assert_eq!(letter["properties"], char["properties"]);
        assert!(!is_proven(&letter) && !is_proven(&char));
    }
}
