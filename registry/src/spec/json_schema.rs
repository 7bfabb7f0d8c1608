//! The JSON schema of `tools.json`, by which editors complete it.
//!
//! It is written beside the readers, which know more than a schema can say: names in a template,
//! statements, paths. A test holds both to the same kinds and types.

/// The JSON schema of `tools.json`.
pub const JSON_SCHEMA: &str = include_str!("tools.schema.json");
