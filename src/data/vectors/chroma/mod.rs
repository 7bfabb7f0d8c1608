//! [`ChromaStore`]: a ChromaDB server, by the second version of its API (`/openapi.json` of a running server).
//!
//! A collection is found by its name once, and asked by its id from then on. When the id is gone or does not fit, the name is looked up
//! again, so that a collection which somebody made anew is found without a restart.

mod chroma_store;
mod collection_handle;
mod connection;
mod options;
mod records;
mod wire;

pub(crate) use chroma_store::ChromaStore;
pub(crate) use options::{ChromaOptions, TokenHeader};
