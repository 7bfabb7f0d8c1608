//! The JSON of a parameter's default, where it has one.

use serde::Serialize;
use serde_json::Value;

/// The default of a parameter. Of the two traits below, method resolution takes the first that fits
/// (`(&DefaultProbe(&value)).json()`), so that a default which does not serialise is still allowed.
#[derive(Debug)]
pub struct DefaultProbe<'a, T>(pub &'a T);

/// First choice: the default serialises.
pub trait DefaultSerialize {
    /// The default as JSON.
    fn json(&self) -> Option<Value>;
}

impl<T: Serialize> DefaultSerialize for DefaultProbe<'_, T> {
    fn json(&self) -> Option<Value> {
        serde_json::to_value(self.0).ok()
    }
}

/// Last choice: it does not, and the schema does not show it.
pub trait DefaultOpaque {
    /// Nothing to show.
    fn json(&self) -> Option<Value>;
}

impl<T> DefaultOpaque for &DefaultProbe<'_, T> {
    fn json(&self) -> Option<Value> {
        None
    }
}
