//! [`Repair`]: what was changed in arguments so that they fit.

use serde::Serialize;
use serde_json::Value;

/// One thing that was changed in the arguments of a call, because they did not fit and it was clear what was meant.
#[derive(Debug, Clone, PartialEq, Serialize)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
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
