//! The engines behind the tools, a folder each. They know `core`, and nothing above them.

#[cfg(feature = "tools")]
pub(crate) mod documents;
#[cfg(feature = "data")]
pub(crate) mod embedding;
pub(crate) mod execution_log;
#[cfg(feature = "tools")]
pub(crate) mod expression;
pub(crate) mod files;
#[cfg(feature = "tools")]
pub(crate) mod http;
#[cfg(feature = "tools")]
pub(crate) mod inbox;
#[cfg(feature = "data")]
pub(crate) mod postgres;
#[cfg(feature = "tools")]
pub(crate) mod run_files;
#[cfg(feature = "tools")]
pub(crate) mod search;
#[cfg(feature = "tools")]
pub(crate) mod supervise;
#[cfg(feature = "tools")]
pub(crate) mod telemetry;
#[cfg(feature = "data")]
pub(crate) mod vectors;
