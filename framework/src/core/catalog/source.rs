//! [`ToolSource`]: brings tools that come and go by themselves, and says each [`Change`].

use std::sync::Arc;

use crate::core::{future::BoxFuture, prompt::Prompt, resource::Resource, tool::Tool};

/// Tools that come and go while the server runs, such as those of another server. A source may have
/// resources and prompts too.
///
/// The server waits in [`changed`](Self::changed) and then reads everything again. A `changed` that
/// returns although nothing has changed is called again and again: the server applies at most 100
/// changes a second and logs a warning. A `watch` channel waits and remembers what was seen:
///
/// ```
/// use std::sync::Arc;
///
/// use tokio::sync::{Mutex, watch};
/// use toolwright::{BoxFuture, Tool, catalog::{Change, ToolSource}};
///
/// /// The tools that somebody else publishes.
/// struct Published {
///     tools: watch::Receiver<Vec<Arc<dyn Tool>>>,
///     seen: Mutex<watch::Receiver<Vec<Arc<dyn Tool>>>>,
/// }
///
/// impl ToolSource for Published {
///     fn tools(&self) -> Vec<Arc<dyn Tool>> {
///         self.tools.borrow().clone()
///     }
///     fn changed(&self) -> BoxFuture<'_, Change> {
///         Box::pin(async move {
///             // The same receiver each time: it remembers what it has seen, so that a change
///             // between two calls is not lost.
///             if self.seen.lock().await.changed().await.is_err() {
///                 // Without a sender there are no more changes, and this must not return.
///                 std::future::pending::<()>().await;
///             }
///             Change::Tools
///         })
///     }
/// }
///
/// let (publisher, tools) = watch::channel(Vec::new());
/// let source = Published { seen: Mutex::new(tools.clone()), tools };
/// let server = toolwright::Server::new("demo").source(source);
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

    /// Returns the names of tools of the server that tools of this source take the place of.
    fn replaces(&self) -> Vec<String> {
        Vec::new()
    }

    /// Waits for the next change. A change that happens while nobody waits must not be lost, and
    /// without a change this must not return.
    fn changed(&self) -> BoxFuture<'_, Change> {
        Box::pin(std::future::pending())
    }
}

/// A change of a catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Change {
    /// The list of tools changed.
    Tools,
    /// The list of prompts changed.
    Prompts,
    /// The list of resources changed.
    Resources,
    /// The contents of the resource at this URI changed.
    Resource(String),
}
