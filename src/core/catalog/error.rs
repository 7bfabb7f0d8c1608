//! [`CatalogError`]: why a catalogue does not accept an item.

use crate::core::resource::TemplateError;

/// The reason why a catalogue does not accept an item, or cannot remove it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CatalogError {
    /// Another item has this name or URI.
    #[error("duplicate {kind} `{name}`")]
    Duplicate {
        /// `tool`, `resource` or `prompt`.
        kind: &'static str,
        /// The name or the URI.
        name: String,
    },
    /// There is no such item.
    #[error("unknown {kind} `{name}`")]
    Unknown {
        /// `tool`, `resource` or `prompt`.
        kind: &'static str,
        /// The name or the URI.
        name: String,
    },
    /// Clients do not accept this name.
    #[error("invalid name `{name}`: expected 1 to 64 letters, digits, `_`, `-`, `.` or `/`")]
    Name {
        /// The name.
        name: String,
    },
    /// The input schema is not of type `object`, as the arguments of a call are.
    #[error("the input schema of the tool `{name}` is not of type `object`")]
    Schema {
        /// The tool.
        name: String,
    },
    /// The URI template is not valid.
    #[error(transparent)]
    Template(#[from] TemplateError),
}
