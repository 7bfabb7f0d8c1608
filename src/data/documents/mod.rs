//! Documents as Markdown: [`Documents`] reads one from a folder, from the web or from memory, and has a worker parse it.
//!
//! The parsers are libraries, a file each, and strangers write what they read. So they run in a process of their own, which has
//! only so much memory, time and stack, no file, no socket and no environment; whatever becomes of it, the server goes on.
//! Before that, the size of the input and of what an archive unpacks to is checked.
//!
//! | kind | library |
//! |---|---|
//! | PDF | `unpdf` |
//! | DOCX, PPTX | `undoc` |
//! | XLSX | `calamine` |
//! | HTML | `htmd` |
//! | CSV | `csv` |
//! | Markdown, text | `encoding_rs`, as for HTML and CSV |

mod archive;
mod csv;
mod document;
mod docx;
mod encoding;
mod engine;
mod error;
mod folder;
mod html;
mod job;
mod kind;
mod office;
mod parse;
mod parser;
mod parser_worker;
mod pdf;
mod pptx;
mod selection;
mod table;
#[cfg(test)]
mod tests;
mod text;
mod xlsx;

pub(crate) use document::Document;
pub(crate) use engine::{Documents, Source, SourceError};
pub(crate) use error::DocumentError;
pub(crate) use folder::Folder;
pub(crate) use job::{DocumentLimits, Wanted};
pub(crate) use parser::DocumentParser;
pub(crate) use parser_worker::{ROLE, work};
pub(crate) use selection::Selection;
