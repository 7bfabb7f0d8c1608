//! Code around everything that a server does for clients.
//!
//! A [`Call`] is a call of a tool, an [`ItemCall`] the use of anything else: a resource, a prompt, a
//! completion, a list. [`Middleware`] sees both.

use std::{fmt, future::Future, sync::Arc};

use serde::{Serialize, Serializer};

use crate::core::{
    call::Context,
    content::ResourceContents,
    error::ToolError,
    future::BoxFuture,
    prompt::PromptOutput,
    tool::{Arguments, Permitted, Tool, ToolOutput},
};

/// A call on its way to a tool.
///
/// Only the executor creates one, after the policy has allowed it.
#[derive(Clone)]
#[non_exhaustive]
pub struct Call {
    /// The tool.
    pub tool: Arc<dyn Tool>,
    /// The call's context.
    pub context: Context,
    /// The arguments, as the client sent them.
    pub arguments: Arguments,
}

impl Call {
    /// Creates a call of `tool`.
    pub(crate) const fn new(tool: Arc<dyn Tool>, context: Context, arguments: Arguments) -> Self {
        Self {
            tool,
            context,
            arguments,
        }
    }

    /// Calls the tool, without middleware.
    pub(crate) async fn run(self) -> Result<ToolOutput, ToolError> {
        self.tool
            .call(self.context, self.arguments, Permitted::new())
            .await
    }

    /// The name of the tool.
    #[must_use]
    pub fn name(&self) -> &str {
        self.tool.definition().name()
    }
}

impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call")
            .field("name", &self.name())
            .field("arguments", &self.arguments)
            .finish()
    }
}

/// The use of a resource, a prompt or a list, as middleware and [`Govern`](crate::govern::Govern) see
/// it.
#[derive(Clone)]
#[non_exhaustive]
pub struct ItemCall {
    /// The kind of the item.
    pub kind: ItemKind,
    /// The name that the use is logged under: that of the tool that the item belongs to, or its own.
    /// That of a list is `tools`, `resources`, `resourceTemplates` or `prompts`.
    pub name: String,
    /// The tool that the item belongs to, if there is one.
    pub tool: Option<Arc<dyn Tool>>,
    /// The context of the use.
    pub context: Context,
    /// The URI, or the arguments of the prompt.
    pub arguments: Arguments,
}

impl fmt::Debug for ItemCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ItemCall")
            .field("kind", &self.kind)
            .field("name", &self.name)
            .field("arguments", &self.arguments)
            .finish_non_exhaustive()
    }
}

/// How an item is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ItemKind {
    /// A resource is read.
    Resource,
    /// A prompt is filled in.
    Prompt,
    /// An argument of a prompt, or a variable of a resource, is completed.
    Completion,
    /// Tools, resources, templates or prompts are listed. Lists are neither limited nor logged.
    List,
}

impl ItemKind {
    /// Returns the word that the execution log has for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Resource => "resource",
            Self::Prompt => "prompt",
            Self::Completion => "completion",
            Self::List => "list",
        }
    }
}

/// The output of an item. It serialises as the execution log stores it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum ItemOutput {
    /// The contents of a resource.
    Contents(Vec<ResourceContents>),
    /// The messages of a prompt.
    Messages(#[serde(serialize_with = "messages_of")] PromptOutput),
    /// The values that complete an argument.
    Values(Vec<String>),
    /// The names or URIs that a list shows.
    Names(Vec<String>),
}

fn messages_of<S: Serializer>(output: &PromptOutput, serializer: S) -> Result<S::Ok, S::Error> {
    output.messages.serialize(serializer)
}

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
    ///
    /// ```
    /// use toolwright::middleware::{Chain, Next};
    ///
    /// let nothing_between: Chain = [].into();
    /// let next = Next::new(nothing_between);
    /// ```
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
    ///
    /// ```
    /// use toolwright::{ToolError, middleware::{ItemNext, ItemOutput}};
    ///
    /// let listed = || async { Ok::<_, ToolError>(ItemOutput::Names(vec!["rules".into()])) };
    /// let next = ItemNext::new(&[], Box::new(move |_call| Box::pin(listed())));
    /// ```
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
