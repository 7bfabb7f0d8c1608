//! [`CallLog`]: where the records of calls go.

use std::error::Error;

use crate::core::future::BoxFuture;

/// Where the records of calls go: each a JSON object in one line, without the line's end.
///
/// A call is answered after its record was taken, so that no answered call is missing, whatever happens to this process afterwards.
pub trait CallLog: Send + Sync {
    /// Takes a record. It is safe from the end of this process when the future is ready. Waits where records come faster than they can
    /// be written.
    fn append(&self, record: Vec<u8>) -> BoxFuture<'_, Result<(), Box<dyn Error + Send + Sync>>>;

    /// Takes a record that nobody waits for.
    fn post(&self, record: Vec<u8>);
}
