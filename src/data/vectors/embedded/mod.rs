//! [`EmbeddedIndex`]: collections in the data folder, of which every document is compared with the question.
//!
//! ```text
//! vectors/
//!   columns.vectors     the records of the collection `columns`, in the order in which they came
//!   columns.lock        held by whoever writes them
//! ```
//!
//! A question is answered from memory: a collection is read when it is first asked, and what another process has added since then is
//! read when the file has grown. What is found is a mix of two opinions: the angle between the vectors, and the words and characters
//! that question and document share (`keywords`).

mod collection;
mod collection_path;
mod disk_collection;
mod embedded_index;
mod file;
mod filter;
mod keywords;
mod ranking;
mod sample;

pub(crate) use embedded_index::EmbeddedIndex;
pub(crate) use sample::Sample;
