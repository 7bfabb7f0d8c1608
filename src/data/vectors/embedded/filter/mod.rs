//! Filters, as ChromaDB has them: [`Where`] on what is said about a document, [`WhereDocument`] on its text.

mod document;
mod metadata;
mod operand;

pub(super) use document::WhereDocument;
pub(super) use metadata::Where;
