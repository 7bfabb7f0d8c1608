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
    /// A schema of the tool is not one, or not of type `object`, and clients would not accept it.
    #[error("the {which} schema of the tool `{name}` {problem}")]
    Schema {
        /// The tool.
        name: String,
        /// `input` or `output`.
        which: &'static str,
        /// The problem, and its place in the schema.
        problem: String,
    },
    /// The tool wants its callers to have a scope, and nothing here can tell what a caller has.
    #[error(
        "the tool `{name}` wants the scope `{scope}`, but nothing says which scopes a caller has: \
         without `Server::authenticate` everybody could call it"
    )]
    Scope {
        /// The tool.
        name: String,
        /// The first of its scopes.
        scope: String,
    },
    /// The URI template is not valid.
    #[error(transparent)]
    Template(#[from] TemplateError),
}
