//! JSON schemas of Rust types, and what is read from them.

mod constraint;
mod enumeration;
mod example;
mod json_schema;
mod parameter;

pub use constraint::{Measured, Ranged, Textual, Violations};
pub(crate) use enumeration::{Choice, choices_of};
pub use example::example_of;
pub use json_schema::{InputSchema, Schema, schema_of};
pub(super) use json_schema::{is_anything, is_object};
pub(super) use parameter::is_optional;
pub use parameter::{Parameter, ToolParameter};
