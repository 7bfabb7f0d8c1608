//! JSON schemas of Rust types, and what is read from them.
//!
//! [`InputSchema`] builds the schema of a tool's parameters, and [`schema_of`] returns that of one
//! type. The other files read schemas: they find enumerated values, write examples and describe a
//! schema in words.

mod constraint;
mod description;
mod enumeration;
mod example;
mod input_schema;
mod json_schema;
mod optional;
mod parameter;

pub use constraint::{HasLength, Numeric, StringLike};
pub(crate) use description::describe;
pub(in crate::core) use description::list;
pub(in crate::core) use enumeration::{Choice, choices_of};
pub use example::example_of;
pub use input_schema::InputSchema;
pub use json_schema::{Schema, schema_of};
pub(in crate::core) use json_schema::{is_anything, is_object};
pub(in crate::core) use optional::is_optional;
pub use parameter::{Parameter, ToolParameter};
