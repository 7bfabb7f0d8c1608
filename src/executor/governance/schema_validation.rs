//! [`SchemaValidation`]: validates the arguments and the outputs of a tool against its schemas.

use std::{fmt, sync::OnceLock};

use jsonschema::Validator;
use serde_json::Value;

use super::{repair, type_proof, validation_problems};
use crate::{
    core::{
        Arguments, InvalidArguments, Problem, Repair, Schema, Tool, ToolDef, ToolError, ToolOutput,
    },
    executor::schema_compiler::compile,
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
    /// Validates `arguments` against the input schema of `tool`, and repairs them if `may_repair`.
    ///
    /// # Errors
    /// [`ToolError::InvalidArguments`] with all problems, if the arguments do not fit.
    pub(super) fn check_input(
        &self,
        tool: &dyn Tool,
        arguments: &Arguments,
        may_repair: bool,
    ) -> Result<ValidArguments, ToolError> {
        let definition = tool.definition();
        let validator = compiled(&self.input, definition.input_schema(), definition, "input")?;
        let value = match arguments.to_value() {
            Ok(value) => value,
            Err(error) => return Err(not_json(definition, &error)),
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

    /// Repairs `arguments` that `tool` could not parse.
    ///
    /// Returns `None` if the tool cannot parse the repaired arguments either.
    pub(super) fn repair(&self, tool: &dyn Tool, arguments: &Arguments) -> Option<ValidArguments> {
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

    /// Returns the problems that the schema finds in `arguments`, which `tool` rejected with
    /// `error`.
    ///
    /// Returns `error` itself if the schema finds none.
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
