//! [`Document`]: what parsing makes of a document, and its format.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A document, or the requested part of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Document {
    /// The file format.
    pub(crate) kind: DocumentKind,
    /// The text as Markdown.
    pub(crate) text: String,
    /// The metadata that the file contains.
    pub(crate) metadata: Metadata,
    /// The pages, slides or sheets of the document, and which of them are in the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) parts: Option<Parts>,
    /// The position of the first character of `text` in the whole text, counted from 0.
    pub(crate) start: usize,
    /// The number of characters of the whole text.
    pub(crate) total_chars: usize,
    /// Whether more text follows.
    pub(crate) truncated: bool,
    /// Further remarks, for instance that pages were left out.
    pub(crate) notes: Vec<String>,
}

/// The metadata of a document.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Metadata {
    /// The title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) title: Option<String>,
    /// The author.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) author: Option<String>,
    /// The subject.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) subject: Option<String>,
    /// The time of creation, as ISO 8601.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) created: Option<String>,
    /// The time of the last change, as ISO 8601.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) modified: Option<String>,
    /// The program that created the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) application: Option<String>,
}

impl Metadata {
    /// Trims all fields, and removes empty ones.
    pub(super) fn trimmed(mut self) -> Self {
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

/// The pages, slides or sheets of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Parts {
    /// The kind of the parts.
    pub(crate) unit: Unit,
    /// The number of parts of the document.
    pub(crate) total: usize,
    /// The parts that are in the text.
    pub(crate) included: Vec<Part>,
}

/// The kind of a document's parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// A page of a PDF.
    Page,
    /// A slide of a presentation.
    Slide,
    /// A sheet of a workbook.
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
    /// The number, counted from 1.
    pub(crate) number: usize,
    /// The name, if the part has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
}

/// The result of a parser, before the text is cut to the requested range.
#[derive(Debug, Default)]
pub(super) struct ParsedDocument {
    pub(super) metadata: Metadata,
    pub(super) parts: Option<Parts>,
    pub(super) text: String,
    pub(super) notes: Vec<String>,
}

/// The file format of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Kind")]
pub enum DocumentKind {
    /// PDF.
    Pdf,
    /// A Word document.
    Docx,
    /// An Excel workbook.
    Xlsx,
    /// A PowerPoint presentation.
    Pptx,
    /// An HTML page.
    Html,
    /// Markdown.
    Markdown,
    /// A table as text.
    Csv,
    /// Any other text.
    Text,
}
