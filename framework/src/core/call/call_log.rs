//! [`CallLog`]: the interface to a log of calls.

use std::error::Error;

use crate::core::future::BoxFuture;

/// A log of calls. Each record is a JSON object in one line, without the newline at its end.
///
/// A call of a tool that may change something has two records: one with the outcome `begun` before
/// its tool starts, and one with its outcome.
///
/// A call is answered after its record was written, so that the log has every answered call,
/// whatever happens to the process afterwards.
pub trait CallLog: Send + Sync {
    /// Writes a record. When the future is ready, the record survives the end of the process.
    ///
    /// Waits if records arrive faster than they can be written.
    fn append(&self, record: Vec<u8>) -> BoxFuture<'_, Result<(), Box<dyn Error + Send + Sync>>>;

    /// Writes a record that no caller waits for.
    fn post(&self, record: Vec<u8>);

    /// Returns `true` if records cannot be written at present.
    ///
    /// Calls are then refused before their tools start, except one at a time, which shows whether
    /// the log can be written again. The default is `false`: only a failed
    /// [`append`](Self::append) shows that the log fails.
    fn is_failing(&self) -> bool {
        false
    }
}
