//! The one way to call a tool: [`Executor::call`].
//!
//! Whoever calls, from the wire or from a test, comes through here: the tool is looked up, its deadline is set,
//! the middleware runs around it, a panic becomes an error, and when the call is over, however it ends, its context says so.

mod deadline;

use std::{
    future::Future,
    panic::AssertUnwindSafe,
    pin::{Pin, pin},
    sync::Arc,
    time::{Duration, Instant},
};

use futures_util::FutureExt as _;

use crate::core::{
    Arguments, Call, Catalog, Chain, Context, Next, TaskSupport, Tool, ToolError, ToolOutput,
};

/// How long a call may take where the tool does not say.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(30);

/// Calls tools.
#[derive(Clone)]
pub struct Executor {
    catalog: Catalog,
    chain: Chain,
    default_timeout: Duration,
}

impl std::fmt::Debug for Executor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Executor")
            .field("middleware", &self.chain.len())
            .field("default_timeout", &self.default_timeout)
            .finish_non_exhaustive()
    }
}

impl Executor {
    /// Calls the tools of `catalog` through the middleware of `chain`.
    #[must_use]
    pub const fn new(catalog: Catalog, chain: Chain, default_timeout: Duration) -> Self {
        Self {
            catalog,
            chain,
            default_timeout,
        }
    }

    /// The tool of this name.
    ///
    /// # Errors
    /// [`ToolError::NotFound`].
    pub fn find(&self, name: &str) -> Result<Arc<dyn Tool>, ToolError> {
        let snapshot = self.catalog.snapshot();
        snapshot
            .tool(name)
            .cloned()
            .ok_or_else(|| ToolError::not_found("tool", name))
    }

    /// Calls the tool of this name.
    ///
    /// # Errors
    /// When there is none, or the call fails.
    pub async fn call(
        &self,
        context: Context,
        name: &str,
        arguments: Arguments,
    ) -> Result<ToolOutput, ToolError> {
        self.run(context, self.find(name)?, arguments).await
    }

    /// Calls a tool that was found. Dropping the future stops the work.
    ///
    /// # Errors
    /// When the call fails, takes too long or is cancelled.
    pub async fn run(
        &self,
        context: Context,
        tool: Arc<dyn Tool>,
        arguments: Arguments,
    ) -> Result<ToolOutput, ToolError> {
        let timeout = self.timeout_of(&*tool);
        let context = match timeout {
            Some(timeout) => context.with_deadline(Instant::now() + timeout),
            None => context,
        };
        let work = pin!(self.work(Call::new(Arc::clone(&tool), context.clone(), arguments)));
        let result = until_over(timeout, &context, work).await;
        result.inspect_err(|error| report(tool.definition().name(), error))
    }

    /// Runs the work of a prompt or a resource: with the usual time, safe from panics, stopped when it is cancelled.
    ///
    /// # Errors
    /// Those of the work, and the ways in which it can be stopped.
    pub async fn guard<T, W>(
        &self,
        context: Context,
        work: impl FnOnce(Context) -> W,
    ) -> Result<T, ToolError>
    where
        W: Future<Output = Result<T, ToolError>>,
    {
        let timeout = Some(self.default_timeout);
        let context = context.with_deadline(Instant::now() + self.default_timeout);
        let work = AssertUnwindSafe(work(context.clone()))
            .catch_unwind()
            .map(|answer| answer.unwrap_or_else(|_| Err(ToolError::failed("it panicked"))));
        until_over(timeout, &context, pin!(work)).await
    }

    async fn work(&self, call: Call) -> Result<ToolOutput, ToolError> {
        let answer = async {
            if self.chain.is_empty() {
                call.tool.call(call.context, call.arguments).await
            } else {
                Next::new(Arc::clone(&self.chain)).run(call).await
            }
        };
        AssertUnwindSafe(answer)
            .catch_unwind()
            .await
            .unwrap_or_else(|_| Err(ToolError::failed("the tool panicked")))
    }

    /// A call that may go on in the background has no deadline but its own.
    fn timeout_of(&self, tool: &dyn Tool) -> Option<Duration> {
        let definition = tool.definition();
        definition.call_timeout().or_else(|| {
            matches!(definition.task_support(), TaskSupport::None).then_some(self.default_timeout)
        })
    }
}

/// `work` within its time. When it is over, however it ends, its context says so: work that it left behind on other threads
/// looks there.
async fn until_over<T, W>(
    timeout: Option<Duration>,
    context: &Context,
    work: Pin<&mut W>,
) -> Result<T, ToolError>
where
    W: Future<Output = Result<T, ToolError>>,
{
    let _over = context.cancellation().clone().drop_guard();
    deadline::within(timeout, context, work).await
}

/// What the caller is not told goes to the log.
fn report(tool: &str, error: &ToolError) {
    match error {
        ToolError::Failed(failure) | ToolError::Unavailable(failure) => {
            let cause = failure.source.as_ref().and_then(|source| source.source());
            tracing::warn!(
                tool,
                cause = cause.map(tracing::field::display),
                "{}",
                failure.message
            );
        }
        ToolError::Timeout { after } => tracing::warn!(tool, ?after, "timed out"),
        _ => tracing::debug!(tool, "{error}"),
    }
}
