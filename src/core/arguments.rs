//! [`Arguments`]: what a caller sent for a tool's parameters, as the bytes that came.

use bytes::Bytes;
use serde::{
    Serialize,
    de::{self, DeserializeOwned},
};
use serde_json::Value;

use super::{
    error::ToolError,
    invalid_arguments::{InvalidArguments, ParameterCheck},
    tool_def::ToolDef,
};

/// A call's arguments: a JSON object, kept as text until the tool itself wants values.
///
/// Cloning shares the text.
#[derive(Debug, Clone)]
pub struct Arguments {
    json: Bytes,
}

impl Default for Arguments {
    fn default() -> Self {
        Self {
            json: Bytes::from_static(b"{}"),
        }
    }
}

impl Arguments {
    /// From JSON text. It is not looked at before the tool parses it.
    #[must_use]
    pub fn from_json(json: impl Into<Bytes>) -> Self {
        Self { json: json.into() }
    }

    /// From anything that serialises to an object.
    ///
    /// # Errors
    /// When `value` does not serialise.
    pub fn from_value(value: &impl Serialize) -> Result<Self, serde_json::Error> {
        serde_json::to_vec(value).map(Self::from_json)
    }

    /// The JSON text.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.json
    }

    /// The arguments as a JSON value.
    ///
    /// # Errors
    /// When the text is not JSON.
    pub fn to_value(&self) -> Result<Value, serde_json::Error> {
        serde_json::from_slice(&self.json)
    }

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
    // Left to itself, serde would take a list for the parameters in their order.
    let parsed = match arguments.json.trim_ascii_start().first() {
        Some(b'{') => serde_json::from_slice(&arguments.json),
        _ => Err(de::Error::custom("not an object")),
    };
    parsed.map_err(|error: serde_json::Error| {
        InvalidArguments::explain(arguments, definition, checks, &error).into_error()
    })
}
