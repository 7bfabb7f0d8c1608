//! The filters of ChromaDB: [`Where`] on the metadata of a document, [`WhereDocument`] on its text.

mod document;
mod metadata;

pub(super) use document::WhereDocument;
pub(super) use metadata::Where;
