//! [`Permitted`]: the proof that a call of a tool passed the executor.

use std::marker::PhantomData;

/// The proof that a call passed the executor: its policy, its limits and its log.
///
/// [`Tool::call`](super::Tool::call) takes one by value. Nothing outside of this crate creates one, so a
/// tool cannot be called but by an [`Executor`](crate::Executor):
///
/// ```compile_fail,E0061
/// use toolwright::prelude::*;
///
/// async fn around_the_executor(tool: &dyn toolwright::Tool, context: Context) {
///     drop(tool.call(context, toolwright::Arguments::default()).await);
/// }
/// ```
///
/// ```compile_fail,E0423
/// let permitted = toolwright::tool::Permitted(std::marker::PhantomData);
/// ```
///
/// A tool that stands for another one passes its own proof on. It is gone with the call, and cannot
/// be kept for later:
///
/// ```
/// use std::sync::Arc;
/// use toolwright::{
///     Arguments, BoxFuture, Context, Tool, ToolDef, ToolError, ToolOutput, tool::Permitted,
/// };
///
/// struct Renamed(Arc<dyn Tool>, ToolDef);
///
/// impl Tool for Renamed {
///     fn definition(&self) -> &ToolDef {
///         &self.1
///     }
///     fn call<'a>(
///         &'a self,
///         context: Context,
///         arguments: Arguments,
///         permitted: Permitted<'a>,
///     ) -> BoxFuture<'a, Result<ToolOutput, ToolError>> {
///         self.0.call(context, arguments, permitted)
///     }
/// }
/// ```
#[derive(Debug)]
pub struct Permitted<'a>(PhantomData<&'a ()>);

impl Permitted<'_> {
    /// Creates the proof for a [`Call`](crate::middleware::Call), which only the executor creates.
    pub(in crate::core) const fn new() -> Self {
        Self(PhantomData)
    }
}
