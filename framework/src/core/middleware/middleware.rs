//! [`Middleware`]: code around calls of tools and uses of items.

use std::{fmt, future::Future, sync::Arc};

use super::{
    call::Call,
    item_call::{ItemCall, ItemOutput},
};
use crate::core::{error::ToolError, future::BoxFuture, tool::ToolOutput};

/// Code around everything that a server does for clients: it sees the call, continues it with
/// `next`, and sees the output.
///
/// An async function that takes a [`Call`] and a [`Next`] is a middleware around the calls of tools:
///
/// ```
/// use toolwright::{
///     Server, ToolError, ToolOutput,
///     middleware::{Call, Next},
/// };
///
/// async fn log(call: Call, next: Next) -> Result<ToolOutput, ToolError> {
///     let name = call.name().to_owned();
///     let output = next.run(call).await;
///     eprintln!("{name}: {}", if output.is_ok() { "done" } else { "failed" });
///     output
/// }
///
/// let server = Server::new("demo").middleware(log);
/// ```
///
/// A type can also be around resources, prompts, completions and lists, which have the same shape:
///
/// ```
/// use toolwright::{
///     BoxFuture, Server, ToolError,
///     middleware::{ItemCall, ItemKind, ItemNext, ItemOutput, Middleware},
/// };
///
/// /// Hides the drafts from lists.
/// struct WithoutDrafts;
///
/// impl Middleware for WithoutDrafts {
///     fn handle_item<'a>(
///         &'a self,
///         call: ItemCall,
///         next: ItemNext<'a>,
///     ) -> BoxFuture<'a, Result<ItemOutput, ToolError>> {
///         Box::pin(async move {
///             let mut output = next.run(call).await?;
///             if let ItemOutput::Names(names) = &mut output {
///                 names.retain(|name| !name.contains("draft"));
///             }
///             Ok(output)
///         })
///     }
/// }
///
/// let server = Server::new("demo").middleware(WithoutDrafts);
/// ```
pub trait Middleware: Send + Sync + 'static {
    /// Handles a call of a tool. The default continues it.
    fn handle(&self, call: Call, next: Next) -> BoxFuture<'static, Result<ToolOutput, ToolError>> {
        Box::pin(next.run(call))
    }

    /// Handles the use of a resource, a prompt or a completion, or a list. The default continues it.
    ///
    /// An entry that is removed from a list is only not shown: who knows its name can still use it.
    fn handle_item<'a>(
        &'a self,
        call: ItemCall,
        next: ItemNext<'a>,
    ) -> BoxFuture<'a, Result<ItemOutput, ToolError>> {
        next.run(call)
    }

    /// Returns whether [`handle_item`](Self::handle_item) does anything. The default is that it
    /// does.
    ///
    /// If no middleware does, a list is serialised once and not for every client that asks for it.
    fn handles_items(&self) -> bool {
        true
    }
}

impl<F, R> Middleware for F
where
    F: Fn(Call, Next) -> R + Send + Sync + 'static,
    R: Future<Output = Result<ToolOutput, ToolError>> + Send + 'static,
{
    fn handle(&self, call: Call, next: Next) -> BoxFuture<'static, Result<ToolOutput, ToolError>> {
        Box::pin(self(call, next))
    }

    fn handles_items(&self) -> bool {
        false
    }
}

/// The middleware of a server, the outermost first.
pub type Chain = Arc<[Arc<dyn Middleware>]>;

/// The rest of the chain, down to the tool. Run a clone to call the tool again.
#[derive(Clone)]
pub struct Next {
    chain: Chain,
    position: usize,
}

impl fmt::Debug for Next {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Next")
            .field("left", &(self.chain.len() - self.position))
            .finish()
    }
}

impl Next {
    /// Creates a run through all of `chain`.
    #[must_use]
    pub const fn new(chain: Chain) -> Self {
        Self { chain, position: 0 }
    }

    /// Continues with `call`.
    ///
    /// # Errors
    /// Returns the error of the rest of the chain, or of the tool.
    pub async fn run(self, call: Call) -> Result<ToolOutput, ToolError> {
        match self.chain.get(self.position) {
            Some(middleware) => {
                let next = Self {
                    chain: Arc::clone(&self.chain),
                    position: self.position + 1,
                };
                middleware.handle(call, next).await
            }
            None => call.run().await,
        }
    }
}

/// The end of a chain for items: what the use of the item does.
pub type ItemWork<'a> =
    Box<dyn FnOnce(ItemCall) -> BoxFuture<'a, Result<ItemOutput, ToolError>> + Send + 'a>;

/// The rest of the chain, down to a resource, a prompt, a completion or a list.
pub struct ItemNext<'a> {
    chain: &'a [Arc<dyn Middleware>],
    work: ItemWork<'a>,
}

impl fmt::Debug for ItemNext<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ItemNext")
            .field("left", &self.chain.len())
            .finish_non_exhaustive()
    }
}

impl<'a> ItemNext<'a> {
    /// Creates a run through all of `chain`, down to `work`.
    #[must_use]
    pub fn new(chain: &'a [Arc<dyn Middleware>], work: ItemWork<'a>) -> Self {
        Self { chain, work }
    }

    /// Continues with `call`. The context can be another one; the other fields are for reading.
    ///
    /// # Errors
    /// The future returns the error of the rest of the chain, or of the item.
    #[must_use]
    pub fn run(self, call: ItemCall) -> BoxFuture<'a, Result<ItemOutput, ToolError>> {
        match self.chain.split_first() {
            Some((first, chain)) => {
                let next = Self {
                    chain,
                    work: self.work,
                };
                first.handle_item(call, next)
            }
            None => (self.work)(call),
        }
    }
}
