//! The engines behind the tools, a folder each.
//!
//! An engine offers one capability to everything above it: a tool of the binary and a tool that is
//! defined at run time use the same one.
//!
//! | folder | what it does |
//! |---|---|
//! | `documents` | converts documents to Markdown, in a process of its own |
//! | `embedding` | turns texts into vectors |
//! | `expression` | evaluates Python expressions, in a process of its own |
//! | `fair_queue` | places that callers take in turn |
//! | `inbox` | questions that wait for a person |
//! | `postgres` | queries, guarded against writes, and a private PostgreSQL |
//! | `python` | calls Python functions, in processes that stay warm |
//! | `run_files` | the folders that programs run in, and the files that they leave |
//! | `search` | web search |
//! | `supervise` | starts and stops child processes |
//! | `texts` | what the engines say to people, with codes |
//! | `vectors` | stores vectors and finds the nearest |
#![expect(
    missing_docs,
    reason = "fields and variants whose name says what they are have no comment"
)]
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        reason = "a test that cannot go on says so by panicking"
    )
)]

pub mod documents;
pub mod embedding;
pub mod expression;
pub mod fair_queue;
#[cfg(test)]
#[expect(dead_code, reason = "the tests of the HTTP client use the rest of it")]
#[path = "../../http/src/tests/server.rs"]
mod http_server;
pub mod inbox;
pub mod postgres;
pub mod python;
pub mod run_files;
pub mod search;
pub mod supervise;
mod texts;
pub mod vectors;

pub use self::texts::TEXTS;
