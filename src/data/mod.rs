//! The engines behind the tools, a folder each. They know `core`, and nothing above them.

pub(crate) mod documents;
pub(crate) mod execution_log;
#[cfg(feature = "tools")]
pub(crate) mod expression;
pub(crate) mod http;
pub(crate) mod search;
pub(crate) mod worker;
