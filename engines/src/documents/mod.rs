//! Documents as Markdown: [`Documents`] reads one from a folder, from the web or from memory, and
//! has a worker parse it.
//!
//! The parsers are libraries, and their input comes from untrusted authors. So they run in a
//! confined worker process ([`supervise::worker`](super::supervise::worker)) with limited memory,
//! time and stack, and without files, sockets and environment. If it dies, the server goes on.
//! Before that, the size of the input and the unpacked size of archives are checked.
//!
//! | step | file |
//! |---|---|
//! | fetch the bytes | `engine`, `folder` |
//! | decode, refuse early, ask a worker | `content`, `detect`, `parser`, in the server |
//! | answer | `parser_worker`, in the worker: `detect`, `archive`, and a file for each format |
//!
//! | format | library |
//! |---|---|
//! | PDF | `unpdf` |
//! | DOCX, PPTX | `undoc` |
//! | XLSX | `calamine` |
//! | HTML | `htmd` |
//! | CSV | `csv` |
//! | Markdown, text | `encoding_rs`, as for HTML and CSV |

mod archive;
mod content;
mod detect;
mod document;
mod engine;
mod error;
mod folder;
mod html;
mod html_scan;
mod office;
mod parser;
mod parser_worker;
mod pdf;
mod selection;
mod table;
#[cfg(test)]
mod tests;
mod text;
mod xlsx;

pub use document::Document;
pub use engine::{Documents, Source, SourceError};
pub use error::DocumentError;
pub use folder::Folder;
pub use parser::DocumentParser;
pub use parser_worker::{ROLE, work};
pub use selection::{DocumentLimits, RequestedPart, Selection};
