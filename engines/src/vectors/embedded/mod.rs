//! [`EmbeddedIndex`]: collections in the data folder. A query is compared with every document.
//!
//! ```text
//! vectors/
//!   columns.vectors     the records of the collection `columns`
//!   columns.lock        locked while they are written
//! ```
//!
//! Queries are answered from memory. A collection is read when it is first used, and read on when
//! another process has added to its file. The score of a document combines the angle between the
//! vectors with the words that it shares with the query (`keywords`).
//!
//! The neighbour `chroma` uses a server instead, which also scales to more documents.

mod collection;
mod collections;
mod disk_collection;
mod embedded_index;
mod file;
mod filter;
mod keywords;
mod ranking;
mod sample;

pub use embedded_index::EmbeddedIndex;
pub use sample::Sample;
