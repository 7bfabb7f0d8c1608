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

use serde_json::Value;

use super::{repair, validation_problems};
use crate::core::{
    Arguments, InvalidArguments, Problem, Repair, Schema, SchemaValidator, Tool, ToolDef,
    ToolError, ToolOutput, compile, value_size,
};

/// The number of bytes up to which repairs may be searched for on a thread of the runtime.
const MAX_SHORT_REPAIR: usize = 1024;
/// How many times as long as a check a search for repairs is taken to be.
const REPAIR_FACTOR: usize = 8;

/// Validates the arguments and the outputs of a tool against its schemas.
///
/// Validators are compiled when they are first needed. The Rust types of a typed tool are its
/// check: its input schema is only compiled to repair or to explain arguments that did not parse,
/// and its output schema only if it says more than the types.
#[derive(Default)]
pub(super) struct SchemaValidation {
    input: OnceLock<Result<SchemaValidator, String>>,
    output: OnceLock<Result<SchemaValidator, String>>,
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
    /// Whether arguments of so many bytes are checked in a few milliseconds.
    pub(super) fn is_input_short(&self, definition: &ToolDef, bytes: usize) -> bool {
        definition.is_typed() || is_short(&self.input, definition.input_schema(), bytes)
    }

    /// Whether arguments of so many bytes are repaired in a few milliseconds.
    pub(super) fn is_repair_short(&self, definition: &ToolDef, bytes: usize) -> bool {
        bytes <= MAX_SHORT_REPAIR
            && is_short(
                &self.input,
                definition.input_schema(),
                bytes * REPAIR_FACTOR,
            )
    }

    /// Whether `output` is checked in a few milliseconds.
    pub(super) fn is_output_short(&self, definition: &ToolDef, output: &ToolOutput) -> bool {
        let Some(schema) = definition.output_schema() else {
            return true;
        };
        let bytes = output.structured.as_ref().map_or(0, |raw| raw.get().len());
        output.is_error
            || self.is_output_proven(definition, schema)
            || is_short(&self.output, schema, bytes)
    }

    fn is_output_proven(&self, definition: &ToolDef, schema: &Schema) -> bool {
        let is_proven = || definition.is_typed() && is_proven(schema);
        *self.output_is_proven.get_or_init(is_proven)
    }

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
        let value = arguments
            .to_value()
            .map_err(|error| not_json(definition, &error))?;
        let wanted = match validator.fits_sized(&value, arguments.as_str().len()) {
            Ok(true) => return Ok(()),
            Ok(false) => "arguments that fit the input schema".to_owned(),
            Err(too_costly) => too_costly.to_string(),
        };
        Err(InvalidArguments::of_all(definition, arguments, wanted).into_error())
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
        let (problems, is_all) = validation_problems::problems(validator, &schema, &value);
        if problems.is_empty() {
            return Err(error);
        }
        let invalid = InvalidArguments::of_problems(definition, &value, problems);
        Err(match is_all {
            true => invalid,
            false => invalid.of_an_excerpt(),
        }
        .into_error())
    }

    /// Returns the validator of the input schema.
    fn input(&self, definition: &ToolDef) -> Result<&SchemaValidator, ToolError> {
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
        if output.is_error || self.is_output_proven(definition, schema) {
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
    validator: &SchemaValidator,
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

/// Whether a value of so many bytes is validated in a few milliseconds, compiling `schema` included.
fn is_short(
    cache: &OnceLock<Result<SchemaValidator, String>>,
    schema: &Schema,
    bytes: usize,
) -> bool {
    if cache.get().is_none() && !is_small(schema) {
        return false;
    }
    match cache.get_or_init(|| compile(schema)) {
        Ok(validator) => validator.is_short(bytes),
        Err(_) => true,
    }
}

/// The most values, and patterns, of a schema that is compiled on a thread of the runtime.
const MAX_SMALL: usize = 400;
const MAX_SMALL_PATTERNS: usize = 4;

/// Whether a schema is compiled in a few milliseconds.
fn is_small(schema: &Schema) -> bool {
    let mut left = (MAX_SMALL, MAX_SMALL_PATTERNS);
    schema
        .iter()
        .all(|(name, value)| takes(name, value, &mut left))
}

/// Takes a member of a schema from what is left of values and patterns. Returns whether it was enough.
fn takes(name: &str, value: &Value, left: &mut (usize, usize)) -> bool {
    let patterns = match value {
        Value::Object(members) if name == "patternProperties" => members.len(),
        _ => usize::from(name == "pattern"),
    };
    let (Some(values), Some(patterns)) = (left.0.checked_sub(1), left.1.checked_sub(patterns))
    else {
        return false;
    };
    *left = (values, patterns);
    match value {
        Value::Object(members) => members.iter().all(|(name, value)| takes(name, value, left)),
        Value::Array(items) => items.iter().all(|item| takes("", item, left)),
        _ => true,
    }
}

/// Returns the validator in `cache`, and compiles it the first time.
fn compiled<'a>(
    cache: &'a OnceLock<Result<SchemaValidator, String>>,
    schema: &Schema,
    definition: &ToolDef,
    which: &str,
) -> Result<&'a SchemaValidator, ToolError> {
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
