//! [`ToolOutput`]: what a tool answers.

use std::sync::Arc;

use serde_json::{Value, value::RawValue};

use crate::core::content::{Content, Meta};

/// What a tool answers: content for the model, a structured value for programs.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ToolOutput {
    /// What the model reads.
    pub content: Vec<Content>,
    /// What a program reads: JSON that fits the tool's output schema.
    pub structured: Option<Box<RawValue>>,
    /// Whether the answer is a failure that the model should see.
    pub is_error: bool,
    /// Free keys for the result's `_meta`.
    pub meta: Meta,
    /// What the execution log keeps in place of an answer that was shortened: JSON.
    pub unabridged: Option<Arc<str>>,
}

impl ToolOutput {
    /// An answer of text.
    pub fn text(text: impl Into<String>) -> Self {
        Content::text(text).into()
    }

    /// A failure that the model should see.
    pub fn error(text: impl Into<String>) -> Self {
        Self {
            is_error: true,
            ..Self::text(text)
        }
    }

    /// The structured value.
    #[must_use]
    pub fn structured_value(&self) -> Option<Value> {
        self.structured
            .as_ref()
            .and_then(|raw| serde_json::from_str(raw.get()).ok())
    }

    /// About how many bytes it has on the wire.
    #[must_use]
    pub fn size(&self) -> usize {
        let structured = self.structured.as_ref().map_or(0, |raw| raw.get().len());
        self.content.iter().map(Content::size).sum::<usize>() + structured
    }

    /// The text of all text blocks, a line each.
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
