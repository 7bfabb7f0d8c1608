//! [`SchemaValidation`]: validates the arguments and the outputs of a tool against its schemas.

use std::{fmt, sync::OnceLock};

use jsonschema::Validator;
use serde_json::Value;

use super::{repair, type_proof, validation_problems};
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
        let is_proven = || definition.is_typed() && type_proof::is_proven(schema);
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
