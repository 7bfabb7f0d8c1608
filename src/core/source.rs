//! [`ToolSource`]: tools that come and go while the server runs.

use std::sync::Arc;

use super::tool::{BoxFuture, Tool};

/// Tools that come and go while the server runs: those in a database, those of another server.
pub trait ToolSource: Send + Sync {
    /// The tools that there are now.
    fn tools(&self) -> Vec<Arc<dyn Tool>>;

    /// Waits until [`ToolSource::tools`] would answer differently.
    fn changed(&self) -> BoxFuture<'_, ()> {
        Box::pin(std::future::pending())
    }
}
