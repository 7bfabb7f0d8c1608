//! The engines behind the tools, a folder each. They import `core` and each other, and nothing
//! above.
//!
//! An engine offers one capability to everything above it: a tool of the binary and a tool that is
//! defined at run time use the same one.
//!
//! | folder | what it does |
//! |---|---|
//! | `documents` | converts documents to Markdown, in a process of its own |
//! | `embedding` | turns texts into vectors |
//! | `execution_log` | records every call in files |
//! | `expression` | evaluates Python expressions, in a process of its own |
//! | `fair_queue` | places that callers take in turn |
//! | `files` | private files, replaced and locked |
//! | `http` | outgoing requests |
//! | `inbox` | questions that wait for a person |
//! | `postgres` | queries, guarded against writes, and a private PostgreSQL |
//! | `python` | calls Python functions, in processes that stay warm |
//! | `run_files` | the folders that programs run in, and the files that they leave |
//! | `search` | web search |
//! | `supervise` | starts and stops child processes |
//! | `telemetry` | sends traces |
//! | `vectors` | stores vectors and finds the nearest |

#[cfg(feature = "tools")]
pub(crate) mod documents;
#[cfg(feature = "data")]
pub(crate) mod embedding;
pub(crate) mod execution_log;
#[cfg(feature = "tools")]
pub(crate) mod expression;
#[cfg(feature = "tools")]
pub(crate) mod fair_queue;
pub(crate) mod files;
#[cfg(feature = "tools")]
pub(crate) mod http;
#[cfg(feature = "tools")]
pub(crate) mod inbox;
#[cfg(feature = "data")]
pub(crate) mod postgres;
#[cfg(feature = "registry")]
pub(crate) mod python;
#[cfg(feature = "tools")]
pub(crate) mod run_files;
#[cfg(feature = "tools")]
pub(crate) mod search;
#[cfg(feature = "tools")]
pub(crate) mod supervise;
#[cfg(feature = "tools")]
#[cfg_attr(
    not(feature = "telemetry"),
    allow(
        unreachable_pub,
        reason = "they are public in builds with the feature `telemetry`"
    )
)]
pub(crate) mod telemetry;
#[cfg(feature = "data")]
pub(crate) mod vectors;
