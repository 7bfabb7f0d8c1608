//! Vector search: a [`VectorStore`] keeps documents with their vectors, and finds those nearest to
//! a query.
//!
//! The vectors come from `embedding`; the tool `get_sim_search` and the command `toolwright index`
//! combine the two. There are two stores with the same filters, and one suite of tests for both:
//! - [`ChromaStore`] uses a ChromaDB server.
//! - `EmbeddedIndex` keeps its collections in the data folder and compares a query with every
//!   document, which is fast enough for some ten thousand. It is the default.

mod chroma;
#[cfg(feature = "embedded-vectors")]
mod embedded;
mod error;
#[cfg(feature = "embedded-vectors")]
mod index_error;
mod store;
#[cfg(test)]
mod tests;

pub use chroma::{ChromaOptions, ChromaStore, TokenHeader};
#[cfg(feature = "embedded-vectors")]
pub use embedded::{EmbeddedIndex, Sample};
pub use error::VectorError;
pub use store::{CollectionInfo, Hit, Metadata, Record, StoredDocument, VectorQuery, VectorStore};
