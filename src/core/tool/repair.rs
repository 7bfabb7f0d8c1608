//! [`Repair`]: what was changed in arguments so that they fit.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One thing that was changed in the arguments of a call, because they did not fit and it was clear what was meant.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Repair {
    /// Where, for instance `items[2].price`; `arguments` for all of them.
    pub path: String,
    /// What was wrong.
    pub repair: RepairKind,
    /// What came.
    pub got: Value,
    /// What was used instead; absent where it was left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub used: Option<Value>,
}

impl Repair {
    /// At `path`, `used` in place of `got`.
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

/// What was wrong with a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum RepairKind {
    /// A list or an object came as its JSON text.
    StringifiedJson,
    /// A number or a boolean came as text.
    QuotedValue,
    /// A whole number came with a fraction of zero.
    WholeNumber,
    /// `null` came for a parameter that can be left out.
    NullForDefault,
    /// A value came where a list of them is wanted.
    SingleValue,
    /// One of the choices came in other letters.
    LetterCase,
    /// A name came with a slip of the pen.
    NearMissKey,
}

impl RepairKind {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::StringifiedJson,
        Self::QuotedValue,
        Self::WholeNumber,
        Self::NullForDefault,
        Self::SingleValue,
        Self::LetterCase,
        Self::NearMissKey,
    ];

    /// Its name, as it is serialised.
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
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_has_one_name() {
        for kind in RepairKind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.as_str());
        }
    }
}
