//! [`ExecutionLog`]: where the records of calls go.

use std::io;

use super::tool::BoxFuture;

/// Where the records of calls go. A call is answered after its record was taken, so that no answered call is missing, whatever
/// happens to this process afterwards.
pub trait ExecutionLog: Send + Sync {
    /// Takes a record: a JSON object in one line, without the line's end. It is safe from the end of this process when the future is
    /// ready. Waits where the records come faster than they can be written.
    fn append(&self, record: Vec<u8>) -> BoxFuture<'_, io::Result<()>>;
}
