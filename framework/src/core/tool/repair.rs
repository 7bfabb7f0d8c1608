//! [`Repair`]: a change to arguments that makes them fit.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_serializes_to_its_name() {
        for kind in RepairKind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.as_str());
        }
    }
}
