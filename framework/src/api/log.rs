//! Records of calls: the execution log, traces, and what is left out of them.
//!
//! A server with `Governance` writes a record of every call to its [`CallLog`], before the call is
//! answered, and reports every call to its [`CallTracer`]. A [`Redactor`] masks secrets first.
//!
//! ```
//! use toolwright::log::Redactor;
//!
//! let redactor = Redactor::new(["correct horse"]);
//! let line = redactor.redact_json(r#"{"login": "me:correct horse", "api_key": "k-1"}"#);
//! assert_eq!(line, r#"{"login": "me:********", "api_key": "********"}"#);
//! ```

pub use toolwright_base::Redactor;

pub use crate::core::{CallLog, CallTracer, TracedCall, TracedError};
#[cfg(feature = "governance")]
pub use crate::execution_log::{
    ExecutionLog, Follower, LogEntry, LogError, LogFilter, LogOptions, LogReader, LogTail, Records,
    Since, Skipped,
};
#[cfg(feature = "telemetry")]
pub use crate::telemetry::{Sampling, Telemetry, TelemetryError, TelemetryOptions};
