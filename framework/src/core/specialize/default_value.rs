//! [`DefaultProbe`]: the JSON of a parameter's default, if it serialises.

use serde::Serialize;
use serde_json::Value;

/// The default of a parameter.
///
/// Generated code calls `(&DefaultProbe(&value)).json()`, so that a default that does not serialise
/// is allowed too.
#[derive(Debug)]
pub struct DefaultProbe<'a, T>(pub &'a T);

/// The first choice: the default serialises.
pub trait DefaultSerialize {
    /// Returns the default as JSON.
    fn json(&self) -> Option<Value>;
}

impl<T: Serialize> DefaultSerialize for DefaultProbe<'_, T> {
    fn json(&self) -> Option<Value> {
        serde_json::to_value(self.0).ok()
    }
}

/// The last choice: the default does not serialise, and the schema does not show it.
pub trait DefaultOpaque {
    /// Returns `None`.
    fn json(&self) -> Option<Value>;
}

impl<T> DefaultOpaque for &DefaultProbe<'_, T> {
    fn json(&self) -> Option<Value> {
        None
    }
}
