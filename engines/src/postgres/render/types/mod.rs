//! The types of columns, found by their OIDs.
//!
//! [`builtin`] knows the types that every server has. All others are asked of the server with
//! [`TYPES_SQL`], and kept in a [`TypeCache`] for each database.

mod builtin;
mod cache;

pub use builtin::TypeInfo;
#[cfg(test)]
pub(crate) use builtin::names as builtin_names;
pub(crate) use cache::{TYPES_SQL, TypeCache};
