//! [`Kind`]: the file format of a document.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The file format of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
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
