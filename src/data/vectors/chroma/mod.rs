//! [`Chroma`]: a ChromaDB server, by the second version of its API (`/openapi.json` of a running server).
//!
//! A collection is found by its name once, and asked by its id from then on. When the id is gone or does not fit, the name is looked up
//! again, so that a collection which somebody made anew is found without a restart.

mod connection;
mod handle;
mod options;
mod records;
mod store;
mod wire;

pub(crate) use options::{ChromaOptions, TokenHeader};
pub(crate) use store::Chroma;
