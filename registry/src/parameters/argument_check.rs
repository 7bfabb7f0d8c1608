//! [`ArgumentCheck`]: checks the arguments of calls against the schema of a tool.

use std::{fmt, sync::OnceLock};

use jsonschema::Validator;
use serde_json::Value;
use toolwright::{
    Arguments, ToolDef, ToolError,
    schema::compile,
    tool::{InvalidArguments, Problem},
};

use super::parameters::{InputArguments, Parameters};

/// Checks the arguments of calls against the schema of a tool.
///
/// Servers with governance have checked them already. A registered tool checks them again, because
/// what it does with them is only safe for arguments that fit, whoever calls it.
#[derive(Default)]
pub(crate) struct ArgumentCheck {
    validator: OnceLock<Result<Validator, String>>,
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
        // Looking for errors takes longer than looking whether there are any.
        if !validator.is_valid(&value)
            && let Some(error) = validator.iter_errors(&value).next()
        {
            let problem = Problem::new(
                error
                    .instance_path()
                    .to_string()
                    .trim_start_matches('/')
                    .to_owned(),
                Some(error.instance()),
                error.masked().to_string(),
            );
            return Err(
                InvalidArguments::of_problems(definition, &value, vec![problem]).into_error(),
            );
        }
        let Value::Object(mut map) = value else {
            return Err(ToolError::failed("the arguments are not an object"));
        };
        fill_in(&mut map, parameters);
        Ok(map)
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
