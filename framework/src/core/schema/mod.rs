//! JSON schemas of Rust types, and what is read from them.
//!
//! [`InputSchema`] builds the schema of a tool's parameters, and [`schema_of`] returns that of one
//! type. Both leave no boolean schema where clients want objects. The other files read schemas: they
//! check that one is well formed, find enumerated values, write examples and describe a schema in
//! words.

mod boolean_schema;
#[cfg(feature = "governance")]
mod compiler;
mod constraint;
mod description;
mod enumeration;
mod example;
mod input_schema;
mod json_schema;
mod keyword;
mod limits;
mod optional;
mod parameter;
mod pattern_example;
mod schema;
mod validator;
mod well_formed;

pub(in crate::core) use boolean_schema::replace_boolean_schemas;
#[cfg(feature = "governance")]
pub use compiler::compile;
pub use constraint::{HasLength, Numeric, StringLike};
pub(in crate::core) use description::list;
#[cfg(feature = "governance")]
pub(crate) use description::{UNIQUE_ITEMS, describe_format};
pub(crate) use description::{describe, describe_pattern};
pub(in crate::core) use enumeration::{Choice, choices_of};
pub use example::example_of;
pub use input_schema::InputSchema;
pub use json_schema::schema_of;
pub(in crate::core) use json_schema::{has_only_objects, is_anything, is_object};
pub(in crate::core) use optional::{absent, is_optional};
pub use parameter::{Parameter, ToolParameter};
pub use schema::Schema;
pub(in crate::core) use validator::{fits, misfits};
pub(in crate::core) use well_formed::problem_of;
