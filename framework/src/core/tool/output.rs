//! [`ToolOutput`]: the result of a call.

use std::sync::Arc;

use serde_json::{Value, value::RawValue};

use crate::core::{
    content::{Content, Meta},
    error::ErrorKind,
};

/// The result of a call: content for the model, and a structured value for programs.
///
/// Most tools return a plain value, which [`IntoToolOutput`](super::IntoToolOutput) converts.
/// Return a `ToolOutput` for control over each part:
///
/// ```
/// use toolwright::prelude::*;
///
/// /// Look a word up.
/// #[tool]
/// async fn look_up(word: String) -> ToolOutput {
///     match word.as_str() {
///         "toolwright" => vec![Content::text("noun"), Content::text("a maker of tools")].into(),
///         other => ToolOutput::error(format!("`{other}` is not in the dictionary")),
///     }
/// }
/// ```
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ToolOutput {
    /// The blocks that the model reads.
    pub content: Vec<Content>,
    /// The value that programs read: JSON that fits the tool's output schema.
    pub structured: Option<Box<RawValue>>,
    /// Whether the result is a failure that the model should see.
    pub is_error: bool,
    /// The kind of a failure. `None` means that the tool failed.
    pub error_kind: Option<ErrorKind>,
    /// Keys for the `_meta` of the result.
    pub meta: Meta,
    /// The JSON that the execution log keeps in place of a result that was shortened.
    pub unabridged: Option<Arc<str>>,
}

impl ToolOutput {
    /// Creates a result of text.
    pub fn text(text: impl Into<String>) -> Self {
        Content::text(text).into()
    }

    /// Creates a failure that the model should see.
    pub fn error(text: impl Into<String>) -> Self {
        Self {
            is_error: true,
            ..Self::text(text)
        }
    }

    /// Returns the structured value, if there is one.
    #[must_use]
    pub fn structured_value(&self) -> Option<Value> {
        self.structured
            .as_ref()
            .and_then(|raw| serde_json::from_str(raw.get()).ok())
    }

    /// The approximate number of bytes on the wire.
    #[must_use]
    pub fn size(&self) -> usize {
        let structured = self.structured.as_ref().map_or(0, |raw| raw.get().len());
        self.content.iter().map(Content::size).sum::<usize>() + structured
    }

    /// Returns the text of all text blocks, a line each.
    #[must_use]
    pub fn joined_text(&self) -> String {
        self.content
            .iter()
            .filter_map(Content::as_text)
            .collect::<Vec<_>>()
            .join("\n")
    }
}

impl From<Content> for ToolOutput {
    fn from(content: Content) -> Self {
        vec![content].into()
    }
}

impl From<Vec<Content>> for ToolOutput {
    fn from(content: Vec<Content>) -> Self {
        Self {
            content,
            ..Self::default()
        }
    }
}
