//! [`CatalogError`]: why something cannot be in a catalogue.

use crate::core::resource::TemplateError;

/// Why something cannot be in a catalogue.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CatalogError {
    /// The name or the URI is taken.
    #[error("there are two of the {kind} `{name}`")]
    Duplicate {
        /// `tool`, `resource` or `prompt`.
        kind: &'static str,
        /// The name or the URI.
        name: String,
    },
    /// It is not there.
    #[error("there is no {kind} `{name}`")]
    Unknown {
        /// `tool`, `resource` or `prompt`.
        kind: &'static str,
        /// The name or the URI.
        name: String,
    },
    /// Clients refuse such a name.
    #[error("`{name}` is not a name: 1 to 64 letters, digits, `_`, `-`, `.` or `/` are wanted")]
    Name {
        /// The name.
        name: String,
    },
    /// The arguments of a call are an object, so the schema must be of one.
    #[error("the input schema of the tool `{name}` is not of type `object`")]
    Schema {
        /// The tool.
        name: String,
    },
    /// The template is broken.
    #[error(transparent)]
    Template(#[from] TemplateError),
}
