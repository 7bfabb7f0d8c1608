//! [`Notice`]: a message to the client while a call runs.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A message to the client while a call runs.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Notice {
    /// Progress of the work.
    Progress {
        /// The progress so far.
        progress: f64,
        /// The progress at the end, if known.
        total: Option<f64>,
        /// A message for people.
        message: Option<String>,
    },
    /// A message for the client's log.
    Log {
        /// The severity.
        level: LogLevel,
        /// The message: text, or any JSON.
        data: Value,
    },
}

/// The severity of a log message, as in syslog.
///
/// Levels are ordered: `LogLevel::Error > LogLevel::Info`.
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
