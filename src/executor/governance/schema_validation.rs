//! [`Contract`]: what a tool takes and gives, compiled once.

use std::{fmt, sync::OnceLock};

use jsonschema::Validator;
use serde_json::Value;

use super::{repair, validation_problems};
use crate::core::{
    Arguments, InvalidArguments, Repair, Schema, Tool, ToolDef, ToolError, ToolOutput,
};
use crate::executor::schema_compiler::compile;

/// What a tool takes and gives. Where types of Rust read the arguments and write the result, they are the check, and the schemas are
/// only compiled when something does not fit.
#[derive(Default)]
pub(super) struct Contract {
    input: OnceLock<Result<Validator, String>>,
    output: OnceLock<Result<Validator, String>>,
    output_is_proven: OnceLock<bool>,
}

impl fmt::Debug for Contract {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contract")
            .field("input", &self.input.get().map(Result::is_ok))
            .field("output", &self.output.get().map(Result::is_ok))
            .finish()
    }
}

/// Arguments that fit, and what was changed so that they do.
pub(super) type Fitting = (Arguments, Vec<Repair>);

impl Contract {
    /// `arguments` if they fit the schema of `tool`, else what they are after repair.
    pub(super) fn check_input(
        &self,
        tool: &dyn Tool,
        arguments: &Arguments,
        may_repair: bool,
    ) -> Result<Fitting, ToolError> {
        let definition = tool.definition();
        let validator = compiled(&self.input, definition.input_schema(), definition, "input")?;
        let value = match arguments.to_value() {
            Ok(value) => value,
            Err(error) => return Err(unreadable(definition, &error)),
        };
        if validator.is_valid(&value) {
            return Ok((arguments.clone(), Vec::new()));
        }
        let schema = Value::Object(definition.input_schema().clone());
        if may_repair
            && let Some((value, repairs)) = repair::repaired(validator, &schema, value.clone())
        {
            return Ok((Arguments::from_value(&value)?, repairs));
        }
        let problems = validation_problems::problems(validator, &schema, &value);
        Err(InvalidArguments::of_problems(definition, &value, problems).into_error())
    }

    /// What `arguments`, which `tool` itself could not read, are after repair; the tool can read them then.
    pub(super) fn repair(&self, tool: &dyn Tool, arguments: &Arguments) -> Option<Fitting> {
        let definition = tool.definition();
        let schema = definition.input_schema();
        let validator = compiled(&self.input, schema, definition, "input").ok()?;
        let value = arguments.to_value().ok()?;
        let schema = Value::Object(schema.clone());
        let (value, mut repairs) = if validator.is_valid(&value) {
            (value, Vec::new())
        } else {
            repair::repaired(validator, &schema, value)?
        };
        let value = repair::whole_numbers(value, &mut repairs);
        let arguments = Arguments::from_value(&value).ok()?;
        let fits = !repairs.is_empty() && tool.accepts(&arguments).is_ok();
        fits.then_some((arguments, repairs))
    }

    /// `error`, which `tool` gave for arguments that it cannot read; where the schema tells more, that.
    pub(super) fn explain(
        &self,
        tool: &dyn Tool,
        arguments: &Arguments,
        error: ToolError,
    ) -> ToolError {
        let definition = tool.definition();
        let schema = definition.input_schema();
        let validator = compiled(&self.input, schema, definition, "input");
        let (Ok(validator), Ok(value)) = (validator, arguments.to_value()) else {
            return error;
        };
        let problems =
            validation_problems::problems(validator, &Value::Object(schema.clone()), &value);
        if problems.is_empty() {
            return error;
        }
        InvalidArguments::of_problems(definition, &value, problems).into_error()
    }

    /// `output`, if it is what the tool promises.
    pub(super) fn check_output(
        &self,
        definition: &ToolDef,
        output: ToolOutput,
    ) -> Result<ToolOutput, ToolError> {
        let Some(schema) = definition.output_schema() else {
            return Ok(output);
        };
        let is_proven = || definition.is_typed() && types_prove(schema);
        if output.is_error || *self.output_is_proven.get_or_init(is_proven) {
            return Ok(output);
        }
        let validator = compiled(&self.output, schema, definition, "output")?;
        let misfit = match output.structured_value() {
            Some(value) => validation_problems::first(validator, schema, &value),
            None => Some("there is no structured content".to_owned()),
        };
        match misfit {
            None => Ok(output),
            Some(misfit) => Err(ToolError::failed(format!(
                "the answer of `{}` does not fit its output schema: {misfit}",
                definition.name()
            ))),
        }
    }
}

fn compiled<'a>(
    place: &'a OnceLock<Result<Validator, String>>,
    schema: &Schema,
    definition: &ToolDef,
    which: &str,
) -> Result<&'a Validator, ToolError> {
    let broken = |error: &String| {
        let name = definition.name();
        ToolError::failed(format!(
            "the {which} schema of `{name}` is not one: {error}"
        ))
    };
    place
        .get_or_init(|| compile(schema))
        .as_ref()
        .map_err(broken)
}

fn unreadable(definition: &ToolDef, error: &serde_json::Error) -> ToolError {
    let wanted = format!("a JSON object: {error}");
    let problem = crate::core::Problem::new("arguments", None, wanted);
    InvalidArguments::of_problems(definition, &Value::Null, vec![problem]).into_error()
}

/// Whether every value of a Rust type has this schema, which was made from the type. Floats do not: what is not finite is written as
/// `null`. Nor do the keywords that types know nothing of.
fn types_prove(schema: &Schema) -> bool {
    const BEYOND_TYPES: [&str; 16] = [
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
    schema.iter().all(|(keyword, value)| match value {
        Value::String(name) if keyword == "type" => name != "number",
        Value::Array(names) if keyword == "type" => names.iter().all(|name| name != "number"),
        // The names of properties are not keywords.
        Value::Object(named) if matches!(keyword.as_str(), "properties" | "$defs") => {
            named.values().all(prove)
        }
        // Types do prove these: an unsigned number is not below zero, an array has its length.
        Value::Number(limit) if keyword == "minimum" && limit.as_u64() == Some(0) => true,
        _ if BEYOND_TYPES.contains(&keyword.as_str()) => {
            matches!(
                keyword.as_str(),
                "maximum" | "minimum" | "minItems" | "maxItems" | "minLength" | "maxLength"
            ) && is_of_a_type(schema)
        }
        Value::Object(_) | Value::Array(_) => prove(value),
        _ => true,
    })
}

fn prove(value: &Value) -> bool {
    match value {
        Value::Object(schema) => types_prove(schema),
        Value::Array(items) => items.iter().all(prove),
        _ => true,
    }
}

/// Whether the limits in a schema are those of a type: `u8` is a number from 0 to 255, `char` a text of length 1.
fn is_of_a_type(schema: &Schema) -> bool {
    let format = schema.get("format").and_then(Value::as_str);
    format.is_some_and(|format| format.starts_with("uint") || format.starts_with("int"))
}
