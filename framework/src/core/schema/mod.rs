//! JSON schemas of Rust types, and what is read from them.
//!
//! [`InputSchema`] builds the schema of a tool's parameters, and [`schema_of`] returns that of one
//! type. Both leave no boolean schema where clients want objects. The other files read schemas: they
//! check that one is well formed, find enumerated values, write examples and describe a schema in
//! words.

#[cfg(feature = "governance")]
mod compiler;
#[cfg(feature = "governance")]
mod cost;
mod description;
mod example;
mod input_schema;
mod json_schema;
mod limits;
mod lookup;
mod misfit;
mod options;
mod parameter;
mod pattern_cost;
mod validator;
mod value_type;
mod well_formed;

#[cfg(feature = "governance")]
pub use compiler::{SchemaMisfit, SchemaValidator, compile};
#[cfg(feature = "governance")]
pub use cost::TooCostly;
pub(in crate::core) use description::{Choice, choices_of, list};
#[cfg(feature = "governance")]
pub(crate) use description::{UNIQUE_ITEMS, describe_format};
pub(crate) use description::{describe, describe_pattern};
pub use example::example_of;
pub use input_schema::InputSchema;
pub use json_schema::{Schema, schema_of};
pub(in crate::core) use json_schema::{
    has_only_objects, is_anything, is_object, replace_boolean_schemas,
};
pub(in crate::core) use lookup::schema_at;
pub(in crate::core) use misfit::Misfit;
pub use parameter::{HasLength, Numeric, Parameter, StringLike, ToolParameter};
pub(in crate::core) use parameter::{absent, is_optional};
pub(in crate::core) use validator::fits;
pub(crate) use validator::misfits;
pub(in crate::core) use well_formed::problem_of;
