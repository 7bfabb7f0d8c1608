//! Reads OpenAPI documents: one definition of an `http` tool for each operation.
//!
//! ```text
//! text ──▶ Document ──▶ Operation ──▶ Inputs: properties, and the places ──▶ definition
//!  JSON, YAML  references   method, path    of path, query, headers and body    of an `http` tool
//! ```
//!
//! Versions 3.0 and 3.1 are read. A definition is what an admin would have written by hand: it is
//! checked like any other before it is stored ([`ToolSpec`](super::spec::ToolSpec)).
//!
//! Documents come from strangers. They are limited in size and depth; a reference stays within the
//! document, and is followed a limited number of times; schemas that refer to themselves stay
//! references; the schemas of one operation, and the definitions of all, are limited in size
//! (`budget`); and a schema that many operations have is checked once (`checked_schemas`). An operation
//! that cannot become a tool is left out with its reason, and does not stop the others.

mod budget;
mod checked_schemas;
mod definition;
mod document;
mod inputs;
mod object_schema;
mod operation;
mod operation_name;
mod schemas;
mod server_address;
#[cfg(test)]
mod tests;

pub use self::{
    definition::{Import, ImportOptions},
    document::DocumentError,
};
