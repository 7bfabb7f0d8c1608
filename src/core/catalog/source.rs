//! [`ToolSource`]: tools that come and go while the server runs.

use std::sync::Arc;

use super::change::Change;
use crate::core::{future::BoxFuture, prompt::Prompt, resource::Resource, tool::Tool};

/// Tools that come and go while the server runs: those in a database, those of another server. It may have resources and prompts too.
pub trait ToolSource: Send + Sync {
    /// The tools that there are now.
    fn tools(&self) -> Vec<Arc<dyn Tool>>;

    /// The resources that there are now.
    fn resources(&self) -> Vec<Arc<dyn Resource>> {
        Vec::new()
    }

    /// The prompts that there are now.
    fn prompts(&self) -> Vec<Arc<dyn Prompt>> {
        Vec::new()
    }

    /// Waits for the next change. What changed while nobody waited must not be lost.
    fn changed(&self) -> BoxFuture<'_, Change> {
        Box::pin(std::future::pending())
    }
}
