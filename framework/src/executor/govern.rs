//! [`Govern`]: checks, limits and records around every call.

use std::pin::pin;

use super::{execution::Execution, pipeline::Pipeline};
use crate::core::{Arguments, BoxFuture, Call, ClientProfile, ItemCall, ItemOutput, ToolError};

/// Checks, limits and records around every call of a server.
///
/// `Governance` is the implementation that this crate brings. Implement the trait to replace it as
/// a whole; use [`Middleware`](crate::Middleware) to add a step of your own.
///
/// ```
/// use std::time::Instant;
/// use toolwright::{
///     BoxFuture, ToolError,
///     govern::{Execution, Govern, Pipeline, RefusedCall},
///     middleware::Call,
/// };
///
/// /// Prints every call.
/// struct Print;
///
/// impl Govern for Print {
///     fn run<'a>(&'a self, call: Call, pipeline: Pipeline<'a>) -> BoxFuture<'a, Execution> {
///         Box::pin(async move {
///             let (name, context, start) =
///                 (call.name().to_owned(), call.context.clone(), Instant::now());
///             let work = std::pin::pin!(pipeline.run(call));
///             let answer = pipeline.run_within_deadline(&context, work).await;
///             println!("{name}: {}", if answer.is_ok() { "ok" } else { "failed" });
///             Execution::new(answer, start.elapsed())
///         })
///     }
///
///     fn refused<'a>(&'a self, call: RefusedCall<'a>, error: &'a ToolError) -> BoxFuture<'a, ()> {
///         println!("{}: {error}", call.name);
///         Box::pin(async {})
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not govern calls",
    note = "use `Governance`, or implement `Govern`"
)]
pub trait Govern: Send + Sync + 'static {
    /// Runs a permitted call.
    fn run<'a>(&'a self, call: Call, pipeline: Pipeline<'a>) -> BoxFuture<'a, Execution>;

    /// Runs the work of a resource, a prompt or a completion that is permitted.
    ///
    /// The default runs it within its deadline.
    fn run_item<'a>(
        &'a self,
        call: ItemCall,
        work: BoxFuture<'a, Result<ItemOutput, ToolError>>,
        pipeline: Pipeline<'a>,
    ) -> BoxFuture<'a, Result<ItemOutput, ToolError>> {
        Box::pin(async move {
            let work = pin!(work);
            pipeline.run_within_deadline(&call.context, work).await
        })
    }

    /// Records a call that got no permit because of `error`.
    fn refused<'a>(&'a self, call: RefusedCall<'a>, error: &'a ToolError) -> BoxFuture<'a, ()>;

    /// Returns metrics in version 0.0.4 of the Prometheus text format, or `None` if nothing is
    /// counted.
    fn metrics(&self) -> Option<String> {
        None
    }

    /// Returns how many calls run and wait now, or `None` if nothing is counted.
    fn load(&self) -> Option<CallLoad> {
        None
    }

    /// Returns the name of the part that currently makes calls fail, or `None` if all is well.
    fn unready(&self) -> Option<&'static str> {
        None
    }
}

/// How many calls run and wait.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CallLoad {
    /// The calls in progress, with those that wait.
    pub running: u64,
    /// The calls that wait for a concurrency limit.
    pub queued: u64,
}

impl CallLoad {
    /// Creates a load.
    ///
    /// ```
    /// use toolwright::govern::CallLoad;
    ///
    /// let load = CallLoad::new(3, 1);
    /// assert_eq!((load.running, load.queued), (3, 1));
    /// ```
    #[must_use]
    pub const fn new(running: u64, queued: u64) -> Self {
        Self { running, queued }
    }
}

/// A call that got no permit.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct RefusedCall<'a> {
    /// `tool`, `resource` or `prompt`.
    pub kind: &'static str,
    /// The name that was called, or the URI. There may be no such item.
    pub name: &'a str,
    /// The arguments of the call.
    pub arguments: &'a Arguments,
    /// The client that called.
    pub client: &'a ClientProfile,
}
