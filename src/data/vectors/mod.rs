//! Documents by their meaning: a [`VectorStore`] keeps documents with their vectors, and finds those that are near to a question.
//!
//! There are two: [`Chroma`] is a ChromaDB server, and [`EmbeddedIndex`] keeps its collections in the data folder and compares a question
//! with every document, which is fast enough for some ten thousands. Both have the same filters, with the same meaning.

mod chroma;
mod embedded;
mod error;
mod filter;
mod store;
#[cfg(test)]
mod tests;

pub(crate) use chroma::{Chroma, ChromaOptions, TokenHeader};
pub(crate) use embedded::{EmbeddedIndex, Sample};
pub(crate) use error::VectorError;
pub(crate) use store::Metadata;
pub(crate) use store::{CollectionInfo, Hit, Question, Record, VectorStore};
