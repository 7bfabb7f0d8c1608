//! [`Notice`]: what a server tells a client while a call runs.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a server tells a client while a call runs.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Notice {
    /// How far the work is.
    Progress {
        /// What is done.
        progress: f64,
        /// What there is to do, if known.
        total: Option<f64>,
        /// What is being done.
        message: Option<String>,
    },
    /// A line for the client's log.
    Log {
        /// How much it matters.
        level: LogLevel,
        /// Text, or any JSON.
        data: Value,
    },
}

/// How much a line of the log matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names are those of syslog")]
pub enum LogLevel {
    Debug,
    Info,
    Notice,
    Warning,
    Error,
    Critical,
    Alert,
    Emergency,
}
