//! [`Repair`]: a change that makes arguments fit, and integers that are written as floats.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::arguments::Arguments;

/// A change to the arguments of a call. They did not fit, and it was clear what was meant.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct Repair {
    /// The path to the value, such as `items[2].price`; `arguments` for all of them.
    pub path: String,
    /// The kind of repair.
    pub repair: RepairKind,
    /// The value that was sent.
    pub got: Value,
    /// The value that was used instead, or `None` if the argument was left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub used: Option<Value>,
}

impl Repair {
    /// Creates the repair that uses `used` in place of `got`.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolwright::govern::{Repair, RepairKind};
    ///
    /// let repair = Repair::new("limit", RepairKind::QuotedValue, json!("5"), Some(json!(5)));
    /// assert_eq!(repair.used, Some(json!(5)));
    /// ```
    pub fn new(
        path: impl Into<String>,
        repair: RepairKind,
        got: Value,
        used: Option<Value>,
    ) -> Self {
        Self {
            path: path.into(),
            repair,
            got,
            used,
        }
    }
}

/// The kind of a [`Repair`], by what was wrong with the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum RepairKind {
    /// A list or an object was sent as JSON text.
    StringifiedJson,
    /// A number or a boolean was sent as text.
    QuotedValue,
    /// An integer was sent with a fraction of zero.
    WholeNumber,
    /// `null` was sent for an optional parameter.
    NullForDefault,
    /// One value was sent for a list.
    SingleValue,
    /// A choice was sent with other upper and lower case.
    LetterCase,
    /// The name of a parameter was misspelt.
    NearMissKey,
    /// Code was sent in a Markdown fence.
    CodeFence,
}

impl RepairKind {
    /// All kinds.
    pub const ALL: [Self; 8] = [
        Self::StringifiedJson,
        Self::QuotedValue,
        Self::WholeNumber,
        Self::NullForDefault,
        Self::SingleValue,
        Self::LetterCase,
        Self::NearMissKey,
        Self::CodeFence,
    ];

    /// The name, as it is serialised.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::StringifiedJson => "stringified_json",
            Self::QuotedValue => "quoted_value",
            Self::WholeNumber => "whole_number",
            Self::NullForDefault => "null_for_default",
            Self::SingleValue => "single_value",
            Self::LetterCase => "letter_case",
            Self::NearMissKey => "near_miss_key",
            Self::CodeFence => "code_fence",
        }
    }
}

/// Returns the arguments with integers in place of floats without a fraction, or `None` if there is
/// no such float.
///
/// To JSON Schema `5.0` is an integer; to a Rust integer type it is not.
pub(super) fn with_whole_numbers(arguments: &Arguments) -> Option<Arguments> {
    if arguments.is_huge() {
        return None;
    }
    let mut value = arguments.to_value().ok()?;
    make_whole(&mut value).then(|| Arguments::from_value(&value).ok())?
}

/// Returns whether something was changed.
fn make_whole(value: &mut Value) -> bool {
    match value {
        Value::Number(number) if number.is_f64() => {
            let whole = number.as_f64().and_then(whole);
            let is_whole = whole.is_some();
            if let Some(whole) = whole {
                *value = whole.into();
            }
            is_whole
        }
        Value::Array(items) => items
            .iter_mut()
            .fold(false, |is, item| make_whole(item) | is),
        Value::Object(members) => members
            .values_mut()
            .fold(false, |is, member| make_whole(member) | is),
        _ => false,
    }
}

/// Returns the integer that is equal to `number`, if an `f64` represents it exactly.
pub(crate) fn whole(number: f64) -> Option<i64> {
    const MAX: f64 = 9_007_199_254_740_992.0;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the number has no fraction and is small enough"
    )]
    (number.fract() == 0.0 && number.abs() <= MAX).then_some(number as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_serializes_to_its_name() {
        for kind in RepairKind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.as_str());
        }
    }

    fn changed(text: &'static str) -> Option<String> {
        let arguments = with_whole_numbers(&Arguments::from_json(text));
        arguments.map(|arguments| arguments.as_str().to_owned())
    }

    #[test]
    fn floats_without_a_fraction_become_integers() {
        let whole = changed(r#"{"a": 5.0, "b": [1.5, {"c": -2e0}], "d": 1e300, "e": "5.0"}"#);
        let expected = r#"{"a":5,"b":[1.5,{"c":-2}],"d":1e+300,"e":"5.0"}"#;
        assert_eq!(whole.as_deref(), Some(expected));
        for other in [r#"{"a": 5, "b": 1.5}"#, "[", "{}"] {
            assert_eq!(changed(other), None, "{other}");
        }
    }
}
