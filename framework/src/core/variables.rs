//! [`Variables`]: the values of a template's variables, or of a prompt's arguments.
//!
//! On the wire they are all text; a function takes them typed.

use std::collections::BTreeMap;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::{
    error::ToolError,
    schema::{ToolParameter, absent, describe, is_optional, schema_of},
};

/// The JSON-RPC code for invalid parameters.
const INVALID_PARAMS: i64 = -32602;

/// Text values by name, and the URI that they were read from, if any.
///
/// ```
/// use std::collections::BTreeMap;
/// use toolwright::resource::Variables;
///
/// let values = BTreeMap::from([("id".to_owned(), "7".to_owned())]);
/// let variables = Variables::of_uri("users://7".into(), values);
/// assert_eq!(variables.get("id"), Some("7"));
/// assert_eq!(variables.parse::<u32>("id").unwrap(), 7);
/// assert_eq!(variables.parse::<Option<u32>>("page").unwrap(), None);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Variables {
    uri: String,
    values: BTreeMap<String, String>,
}

impl Variables {
    /// Creates the values of a prompt's arguments.
    #[must_use]
    pub const fn new(values: BTreeMap<String, String>) -> Self {
        Self {
            uri: String::new(),
            values,
        }
    }

    /// Creates the values that a template has for `uri`.
    #[must_use]
    pub const fn of_uri(uri: String, values: BTreeMap<String, String>) -> Self {
        Self { uri, values }
    }

    /// The URI that is read; empty for a prompt.
    #[must_use]
    pub fn uri(&self) -> &str {
        &self.uri
    }

    /// Returns the same values at another URI.
    #[doc(hidden)]
    #[must_use]
    pub fn at(&self, uri: String) -> Self {
        Self {
            uri,
            values: self.values.clone(),
        }
    }

    /// The values by name.
    #[must_use]
    pub const fn values(&self) -> &BTreeMap<String, String> {
        &self.values
    }

    /// Returns a value as text.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
    }

    /// Returns a value as a `T`: `None` if it is missing and `T` is an `Option`.
    ///
    /// # Errors
    /// Fails if the value is missing or is not a `T`.
    pub fn parse<T: DeserializeOwned>(&self, name: &str) -> Result<T, ToolError> {
        self.parse_as(name, || format!("not a valid `{}`", short_name::<T>()))
    }

    /// Does the same, with an error that says which values fit: the choices of an enumeration.
    ///
    /// # Errors
    /// Fails if the value is missing or is not a `T`.
    #[doc(hidden)]
    pub fn parse_described<T: ToolParameter>(&self, name: &str) -> Result<T, ToolError> {
        self.parse_as(name, || {
            let schema = Value::Object(schema_of::<T>());
            format!("not {}{}", describe(&schema), bounds(&schema))
        })
    }

    fn parse_as<T: DeserializeOwned>(
        &self,
        name: &str,
        misfit: impl FnOnce() -> String,
    ) -> Result<T, ToolError> {
        let refused = |why| ToolError::refused(INVALID_PARAMS, why);
        match self.values.get(name) {
            Some(text) => from_text(text).ok_or_else(|| {
                refused(format!(
                    "argument `{name}` is `{text}`, which is {}",
                    misfit()
                ))
            }),
            None => absent().ok_or_else(|| refused(format!("missing argument `{name}`"))),
        }
    }

    /// Returns a value as a `T`, or the default if it is missing.
    ///
    /// # Errors
    /// Fails if the value is not a `T`.
    pub fn parse_or<T: DeserializeOwned>(
        &self,
        name: &str,
        default: impl FnOnce() -> T,
    ) -> Result<T, ToolError> {
        if self.values.contains_key(name) {
            self.parse(name)
        } else {
            Ok(default())
        }
    }

    /// Does the same, with an error that says which values fit.
    ///
    /// # Errors
    /// Fails if the value is not a `T`.
    #[doc(hidden)]
    pub fn parse_described_or<T: ToolParameter>(
        &self,
        name: &str,
        default: impl FnOnce() -> T,
    ) -> Result<T, ToolError> {
        if self.values.contains_key(name) {
            self.parse_described(name)
        } else {
            Ok(default())
        }
    }
}

/// Reads text as a `T`: as a string if that fits, else as JSON.
fn from_text<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_value(Value::String(text.to_owned()))
        .ok()
        .or_else(|| serde_json::from_str(text).ok())
}

/// Returns the range of a number, as its type has it.
fn bounds(schema: &Value) -> String {
    let limit = |word: &str, keyword: &str| {
        let limit = schema.get(keyword).filter(|limit| limit.is_number());
        limit.map_or_else(String::new, |limit| format!(" {word} {limit}"))
    };
    limit("from", "minimum") + &limit("up to", "maximum")
}

/// Returns the name of a type without the paths of its parts: `Option<Mood>`.
fn short_name<T>() -> String {
    let mut short = String::new();
    for part in std::any::type_name::<T>().split_inclusive(['<', '>', ',', ' ', '(', ')', '[']) {
        short.push_str(part.rsplit("::").next().unwrap_or(part));
    }
    short
}

/// A variable of a template, or an argument of a prompt.
///
/// It serialises to the protocol's `PromptArgument`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Variable {
    /// The name.
    pub name: String,
    /// The description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Whether a client must send it.
    pub required: bool,
}

impl Variable {
    /// Creates a variable of type `T`.
    #[must_use]
    pub fn of<T: DeserializeOwned>(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            description: None,
            required: !is_optional::<T>(),
        }
    }

    /// Sets the description.
    #[must_use]
    pub fn describe(mut self, description: &str) -> Self {
        self.description = Some(description.to_owned());
        self
    }

    /// Makes it optional.
    #[must_use]
    pub fn default_value(mut self, _value: Option<Value>) -> Self {
        self.required = false;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variables(pairs: &[(&str, &str)]) -> Variables {
        Variables::new(
            pairs
                .iter()
                .map(|(name, value)| ((*name).into(), (*value).into()))
                .collect(),
        )
    }

    #[test]
    fn text_is_parsed_into_the_type_of_the_parameter() {
        let given = variables(&[("n", "7"), ("s", "7"), ("b", "true"), ("l", "[1,2]")]);
        assert_eq!(given.parse::<u32>("n").unwrap(), 7);
        assert_eq!(given.parse::<String>("s").unwrap(), "7");
        assert!(given.parse::<bool>("b").unwrap());
        assert_eq!(given.parse::<Vec<i64>>("l").unwrap(), [1, 2]);
        assert_eq!(given.parse::<Option<u32>>("gone").unwrap(), None);
        assert_eq!(given.parse_or("gone", || 5).unwrap(), 5);
    }

    #[test]
    fn an_error_names_the_missing_or_invalid_argument() {
        let given = variables(&[("n", "seven")]);
        assert_eq!(
            given.parse::<u32>("n").unwrap_err().to_string(),
            "argument `n` is `seven`, which is not a valid `u32`"
        );
        assert_eq!(
            given.parse::<String>("gone").unwrap_err().to_string(),
            "missing argument `gone`"
        );
        assert_eq!(
            given.parse::<Option<u32>>("n").unwrap_err().to_string(),
            "argument `n` is `seven`, which is not a valid `Option<u32>`"
        );
    }
}
