//! [`ToolSource`]: items that come and go while the server runs.

use std::sync::Arc;

use super::change::Change;
use crate::core::{future::BoxFuture, prompt::Prompt, resource::Resource, tool::Tool};

/// Tools that come and go while the server runs, such as those of another server. A source may have
/// resources and prompts too.
///
/// ```
/// use std::sync::Arc;
///
/// use toolwright::{BoxFuture, Tool, catalog::{Change, ToolSource}};
/// use tokio::sync::watch;
///
/// /// The tools that somebody else publishes.
/// struct Published(watch::Sender<Vec<Arc<dyn Tool>>>);
///
/// impl ToolSource for Published {
///     fn tools(&self) -> Vec<Arc<dyn Tool>> {
///         self.0.borrow().clone()
///     }
///     fn changed(&self) -> BoxFuture<'_, Change> {
///         let mut receiver = self.0.subscribe();
///         Box::pin(async move {
///             let _ = receiver.changed().await;
///             Change::Tools
///         })
///     }
/// }
///
/// let server = toolwright::Server::new("demo").source(Published(watch::Sender::default()));
/// ```
pub trait ToolSource: Send + Sync {
    /// Returns the tools that exist now.
    fn tools(&self) -> Vec<Arc<dyn Tool>>;

    /// Returns the resources that exist now.
    fn resources(&self) -> Vec<Arc<dyn Resource>> {
        Vec::new()
    }

    /// Returns the prompts that exist now.
    fn prompts(&self) -> Vec<Arc<dyn Prompt>> {
        Vec::new()
    }

    /// Waits for the next change. A change that happens while nobody waits must not be lost.
    fn changed(&self) -> BoxFuture<'_, Change> {
        Box::pin(std::future::pending())
    }
}
