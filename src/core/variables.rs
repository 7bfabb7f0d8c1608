//! [`Variables`]: the values of a URI template's variables, or of a prompt's arguments. On the wire they are
//! all text; a function takes them typed.

use std::collections::BTreeMap;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::{error::ToolError, schema::is_optional};

/// The JSON-RPC code for parameters that do not fit.
const INVALID_PARAMS: i64 = -32602;

/// Text values by name, and the URI where there is one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Variables {
    uri: String,
    values: BTreeMap<String, String>,
}

impl Variables {
    /// The values of a prompt's arguments.
    #[must_use]
    pub const fn new(values: BTreeMap<String, String>) -> Self {
        Self {
            uri: String::new(),
            values,
        }
    }

    /// The values of the variables of the template that `uri` fits.
    #[must_use]
    pub const fn of_uri(uri: String, values: BTreeMap<String, String>) -> Self {
        Self { uri, values }
    }

    /// The URI that is read.
    #[must_use]
    pub fn uri(&self) -> &str {
        &self.uri
    }

    /// The same values at another URI.
    #[must_use]
    pub fn at(&self, uri: String) -> Self {
        Self {
            uri,
            values: self.values.clone(),
        }
    }

    /// One value as text.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
    }

    /// One value as a `T`. A missing one is `None` where `T` is an `Option`.
    ///
    /// # Errors
    /// When it is missing or does not fit.
    pub fn parse<T: DeserializeOwned>(&self, name: &str) -> Result<T, ToolError> {
        match self.values.get(name) {
            Some(text) => from_text(text).ok_or_else(|| misfit::<T>(name, text)),
            None => serde_json::from_value(Value::Null)
                .ok()
                .filter(|_| is_optional::<T>())
                .ok_or_else(|| {
                    ToolError::refused(INVALID_PARAMS, format!("missing argument `{name}`"))
                }),
        }
    }

    /// One value as a `T`, or the default where it is missing.
    ///
    /// # Errors
    /// When it does not fit.
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
}

/// Text as a `T`: as a string where that fits, else as JSON.
fn from_text<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_value(Value::String(text.to_owned()))
        .ok()
        .or_else(|| serde_json::from_str(text).ok())
}

fn misfit<T>(name: &str, text: &str) -> ToolError {
    let wanted = std::any::type_name::<T>()
        .rsplit("::")
        .next()
        .unwrap_or_default();
    ToolError::refused(
        INVALID_PARAMS,
        format!("argument `{name}` is `{text}`, which is not a valid `{wanted}`"),
    )
}

/// A variable of a template, or an argument of a prompt. It serialises to the protocol's `PromptArgument`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// What it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Whether it must be given.
    pub required: bool,
}

impl Variable {
    /// A variable of type `T`.
    #[must_use]
    pub fn of<T: DeserializeOwned>(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            description: None,
            required: !is_optional::<T>(),
        }
    }

    /// What it is.
    #[must_use]
    pub fn describe(mut self, description: &str) -> Self {
        self.description = Some(description.to_owned());
        self
    }

    /// It may be left out.
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
    fn text_becomes_what_the_function_takes() {
        let given = variables(&[("n", "7"), ("s", "7"), ("b", "true"), ("l", "[1,2]")]);
        assert_eq!(given.parse::<u32>("n").unwrap(), 7);
        assert_eq!(given.parse::<String>("s").unwrap(), "7");
        assert!(given.parse::<bool>("b").unwrap());
        assert_eq!(given.parse::<Vec<i64>>("l").unwrap(), [1, 2]);
        assert_eq!(given.parse::<Option<u32>>("gone").unwrap(), None);
        assert_eq!(given.parse_or("gone", || 5).unwrap(), 5);
    }

    #[test]
    fn what_is_missing_or_does_not_fit_is_named() {
        let given = variables(&[("n", "seven")]);
        assert_eq!(
            given.parse::<u32>("n").unwrap_err().to_string(),
            "argument `n` is `seven`, which is not a valid `u32`"
        );
        assert_eq!(
            given.parse::<String>("gone").unwrap_err().to_string(),
            "missing argument `gone`"
        );
    }
}
