//! [`parse_arguments`]: arguments as the values that a tool takes.

use serde::de::{DeserializeOwned, Error as _};

use super::{arguments::Arguments, definition::ToolDef, parameter_check::ParameterCheck};
use crate::core::error::{InvalidArguments, ToolError};

impl Arguments {
    /// The arguments as a `T`. Tools written by hand use this; its error is fit for the model.
    ///
    /// # Errors
    /// [`ToolError::InvalidArguments`] that says where, what came and what `definition` wants.
    pub fn parse<T: DeserializeOwned>(&self, definition: &ToolDef) -> Result<T, ToolError> {
        parse_arguments(self, definition, &[])
    }
}

/// The arguments as a `T`; when they do not fit, every parameter is checked by itself so that
/// one error names all that is wrong.
///
/// # Errors
/// [`ToolError::InvalidArguments`].
pub fn parse_arguments<T: DeserializeOwned>(
    arguments: &Arguments,
    definition: &ToolDef,
    checks: &[ParameterCheck],
) -> Result<T, ToolError> {
    // Left to itself, serde takes a list for a struct, field by field.
    let parsed = if arguments.is_object() {
        serde_json::from_str(arguments.as_str())
    } else {
        Err(serde_json::Error::custom("not an object"))
    };
    parsed.map_err(|error| {
        InvalidArguments::explain(arguments, definition, checks, &error).into_error()
    })
}
