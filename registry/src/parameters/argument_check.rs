//! [`ArgumentCheck`]: checks the arguments of calls against the schema of a tool.

use std::{fmt, sync::OnceLock};

use serde_json::Value;
use toolwright::{
    Arguments, ToolDef, ToolError,
    schema::{SchemaValidator, compile},
    tool::{InvalidArguments, Problem},
};

use super::parameters::{InputArguments, Parameters};

/// Checks the arguments of calls against the schema of a tool.
///
/// Servers with governance have checked them already. A registered tool checks them again, because
/// what it does with them is only safe for arguments that fit, whoever calls it.
#[derive(Default)]
pub(crate) struct ArgumentCheck {
    validator: OnceLock<Result<SchemaValidator, String>>,
}

impl fmt::Debug for ArgumentCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ArgumentCheck")
    }
}

impl ArgumentCheck {
    /// Returns the arguments as a map, with the defaults of `parameters` filled in.
    ///
    /// # Errors
    /// [`ToolError::InvalidArguments`] if they do not fit the schema.
    pub(crate) fn read(
        &self,
        definition: &ToolDef,
        parameters: &Parameters,
        arguments: &Arguments,
    ) -> Result<InputArguments, ToolError> {
        let value = arguments.to_value()?;
        let validator = self
            .validator
            .get_or_init(|| compile(definition.input_schema()));
        let validator = validator.as_ref().map_err(|error| {
            ToolError::failed(format!(
                "the input schema of `{}` is invalid: {error}",
                definition.name()
            ))
        })?;
        if let Some(problem) = problem(validator, &value, arguments.as_str().len()) {
            let invalid = InvalidArguments::of_problems(definition, &value, vec![problem]);
            return Err(invalid.into_error());
        }
        let Value::Object(mut map) = value else {
            return Err(ToolError::failed("the arguments are not an object"));
        };
        fill_in(&mut map, parameters);
        Ok(map)
    }
}

/// Returns the problem of `value`, whose JSON has so many bytes, if it does not fit.
fn problem(validator: &SchemaValidator, value: &Value, bytes: usize) -> Option<Problem> {
    let whole = |wanted: String| Problem::new("arguments", None, wanted);
    match validator.fits_sized(value, bytes) {
        Ok(true) => None,
        Err(too_costly) => Some(whole(too_costly.to_string())),
        // Looking for misfits takes longer than looking whether there are any.
        Ok(false) => Some(match validator.first_misfit(value) {
            Some(misfit) => {
                let path = misfit.pointer.trim_start_matches('/').to_owned();
                Problem::new(path, value.pointer(&misfit.pointer), misfit.reason)
            }
            None => whole("arguments that fit the input schema".to_owned()),
        }),
    }
}

/// Adds the defaults of arguments that are absent.
fn fill_in(arguments: &mut InputArguments, parameters: &Parameters) {
    for parameter in parameters.iter() {
        if let Some(default) = &parameter.default
            && !arguments.contains_key(&parameter.name)
        {
            arguments.insert(parameter.name.clone(), default.clone());
        }
    }
}
