//! [`Middleware`]: code around every call.

use std::{fmt, future::Future, sync::Arc};

use super::{
    call::Context,
    error::ToolError,
    future::BoxFuture,
    tool::{Arguments, Tool, ToolOutput},
};

/// A call on its way to a tool.
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
    #[must_use]
    pub const fn new(tool: Arc<dyn Tool>, context: Context, arguments: Arguments) -> Self {
        Self {
            tool,
            context,
            arguments,
        }
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

/// Code around every call: it sees the call, continues it with `next`, and sees the output.
///
/// An async function that takes a [`Call`] and a [`Next`] is a middleware:
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
pub trait Middleware: Send + Sync + 'static {
    /// Handles a call.
    fn handle(&self, call: Call, next: Next) -> BoxFuture<'static, Result<ToolOutput, ToolError>>;
}

impl<F, R> Middleware for F
where
    F: Fn(Call, Next) -> R + Send + Sync + 'static,
    R: Future<Output = Result<ToolOutput, ToolError>> + Send + 'static,
{
    fn handle(&self, call: Call, next: Next) -> BoxFuture<'static, Result<ToolOutput, ToolError>> {
        Box::pin(self(call, next))
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
            None => call.tool.call(call.context, call.arguments).await,
        }
    }
}
