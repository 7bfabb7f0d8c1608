//! [`ChromaStore`]: the collections of a ChromaDB server, over version 2 of its HTTP API.
//!
//! The neighbour `embedded` needs no server and compares the query with every document. This one is
//! used when an administrator configures a server.
//!
//! A collection is looked up by its name once, and its id is cached. When the server does not know
//! the id any more, or the vectors do not fit, the name is looked up again. A collection that was
//! deleted and created again is therefore found without a restart.
//!
//! # Why not the crate `chromadb`
//! The API (`/openapi.json` of a running server) is called by hand, with the HTTP client of `http`:
//! - The crate wants a live server when its client is created. Ours connects when it is first used,
//!   so that the program starts without the server, and finds it when it comes back.
//! - It asks version 1 of the API for its heartbeat, which newer servers refuse.
//! - It cannot choose the tenant.
//! - It brings a second TLS stack, and builds 128 HTTP clients.
//!
//! The tests use it as an independent reader of what this module writes.

mod chroma_store;
mod collection_handle;
mod connection;
mod options;
mod records;
mod wire;

pub use chroma_store::ChromaStore;
pub use options::{ChromaOptions, TokenHeader};
