//! [`Document`]: what a document says, and what it says about itself.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::kind::Kind;

/// A document, or the part of it that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Document {
    /// What it is.
    pub(crate) kind: Kind,
    /// What it says, as Markdown.
    pub(crate) text: String,
    /// What it says about itself.
    pub(crate) metadata: Metadata,
    /// What it is divided into, and what of that is in the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) parts: Option<Parts>,
    /// The character that the text begins with, counted from 0.
    pub(crate) start: usize,
    /// How many characters all of the text has.
    pub(crate) total_chars: usize,
    /// Whether there is more text after this.
    pub(crate) truncated: bool,
    /// What else the reader should know, for instance that pages were left out.
    pub(crate) notes: Vec<String>,
}

/// What a document says about itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Metadata {
    /// Its title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) title: Option<String>,
    /// Who wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) author: Option<String>,
    /// What it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) subject: Option<String>,
    /// When it was made, as ISO 8601.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) created: Option<String>,
    /// When it was last changed, as ISO 8601.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) modified: Option<String>,
    /// The program that made it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) application: Option<String>,
}

impl Metadata {
    /// Without what is there and says nothing.
    pub(super) fn tidy(mut self) -> Self {
        for field in [
            &mut self.title,
            &mut self.author,
            &mut self.subject,
            &mut self.created,
            &mut self.modified,
            &mut self.application,
        ] {
            *field = field
                .take()
                .map(|text| text.trim().to_owned())
                .filter(|text| !text.is_empty());
        }
        self
    }
}

/// What a document is divided into.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Parts {
    /// What one is called.
    pub(crate) unit: Unit,
    /// How many there are.
    pub(crate) total: usize,
    /// Those that are in the text.
    pub(crate) included: Vec<Part>,
}

/// What a part is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Unit {
    /// Of a PDF.
    Page,
    /// Of a presentation.
    Slide,
    /// Of a workbook.
    Sheet,
}

impl Unit {
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Slide => "slide",
            Self::Sheet => "sheet",
        }
    }
}

/// One page, slide or sheet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Part {
    /// Its number, from 1.
    pub(crate) number: usize,
    /// Its name, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
}

/// What a parser makes of a document, before it is cut to what was asked for.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) metadata: Metadata,
    pub(super) parts: Option<Parts>,
    pub(super) text: String,
    pub(super) notes: Vec<String>,
}
