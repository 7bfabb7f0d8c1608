//! [`parse_arguments`]: turns arguments into the values that a tool takes.

use serde::de::{DeserializeOwned, Error as _};

use super::{
    arguments::Arguments,
    definition::ToolDef,
    parameter_check::ParameterCheck,
    read_arguments::{ReadArguments, read},
    whole_numbers::with_whole_numbers,
};
use crate::core::error::{InvalidArguments, ToolError};

impl Arguments {
    /// Parses the arguments as a `T`. Tools that are written by hand use this.
    ///
    /// # Errors
    /// Returns [`ToolError::InvalidArguments`], by which a model can mend its call.
    ///
    /// ```
    /// use toolwright::{Arguments, ToolDef};
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Pair {
    ///     a: i64,
    ///     b: i64,
    /// }
    ///
    /// let add = ToolDef::new("add", "Add two numbers.");
    /// let pair: Pair = Arguments::from_json(r#"{"a": 1, "b": 2}"#).parse(&add).unwrap();
    /// assert_eq!(pair.a + pair.b, 3);
    /// ```
    pub fn parse<T: DeserializeOwned>(&self, definition: &ToolDef) -> Result<T, ToolError> {
        self.parse_with(definition, |json| serde_json::from_str(json), Vec::new)
    }

    fn parse_with<T>(
        &self,
        definition: &ToolDef,
        parse: impl Fn(&str) -> Result<T, serde_json::Error>,
        checks: impl FnOnce() -> Vec<ParameterCheck>,
    ) -> Result<T, ToolError> {
        // serde would accept a list for a struct, field by field.
        let parsed = if self.is_object() {
            parse(self.as_str())
        } else {
            Err(serde_json::Error::custom("not an object"))
        };
        parsed.or_else(|error| {
            let whole = with_whole_numbers(self).map(|whole| parse(whole.as_str()));
            whole.and_then(Result::ok).ok_or_else(|| {
                InvalidArguments::explain(self, definition, &checks(), &error).into_error()
            })
        })
    }
}

/// Parses the arguments of a function. If they do not fit, checks every parameter by itself, so
/// that one error names everything that is wrong.
///
/// # Errors
/// Returns [`ToolError::InvalidArguments`].
pub fn parse_arguments<T: ReadArguments>(
    arguments: &Arguments,
    definition: &ToolDef,
) -> Result<T, ToolError> {
    arguments.parse_with(definition, read, T::checks)
}

/// Keeps what a check of `arguments` has parsed, if they have a place for it.
pub fn keep_parsed<T: Send + 'static>(arguments: &Arguments, parsed: T) {
    if let Some(slot) = &arguments.parsed {
        slot.keep(parsed);
    }
}

/// Takes what a check of `arguments` has parsed, if it was kept.
pub fn take_parsed<T: Send + 'static>(arguments: &Arguments) -> Option<T> {
    arguments.parsed.as_ref()?.take()
}
