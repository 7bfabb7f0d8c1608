//! Documents by their meaning: a [`VectorStore`] keeps documents with their vectors, and finds those that are near to a question.
//!
//! There are two: [`ChromaStore`] is a ChromaDB server, and [`EmbeddedIndex`] keeps its collections in the data folder and compares a question
//! with every document, which is fast enough for some ten thousands. Both have the same filters, with the same meaning.

mod chroma;
#[cfg(feature = "embedded-vectors")]
mod embedded;
mod error;
#[cfg(feature = "embedded-vectors")]
mod index_error;
mod store;
#[cfg(test)]
mod tests;

pub(crate) use chroma::{ChromaOptions, ChromaStore, TokenHeader};
#[cfg(feature = "embedded-vectors")]
pub(crate) use embedded::{EmbeddedIndex, Sample};
pub(crate) use error::VectorError;
pub(crate) use store::{
    CollectionInfo, Hit, Metadata, Record, StoredDocument, VectorQuery, VectorStore,
};
