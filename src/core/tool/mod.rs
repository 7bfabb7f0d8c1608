//! [`Tool`]: something that an agent can call.

mod arguments;
mod definition;
mod explanation;
mod hints;
mod into_output;
mod name_pattern;
mod output;
mod parameter_check;
mod parse;
mod rate_limit;
mod repair;
mod task_support;
mod violations;

use std::sync::Arc;

pub use self::{
    arguments::Arguments,
    definition::ToolDef,
    hints::Hints,
    into_output::{IntoToolOutput, Json},
    name_pattern::NamePattern,
    output::ToolOutput,
    parameter_check::ParameterCheck,
    parse::parse_arguments,
    rate_limit::RateLimit,
    repair::{Repair, RepairKind},
    task_support::TaskSupport,
    violations::Violations,
};
use crate::core::{
    call::{Context, StateType},
    error::ToolError,
    future::BoxFuture,
};

/// Something that an agent can call. `#[tool]` writes this for a function; it can be written by hand
/// just as well, for instance for tools that are only known at run time.
///
/// ```
/// use toolwright::{Arguments, BoxFuture, Context, Tool, ToolDef, ToolError, ToolOutput};
///
/// struct Echo(ToolDef);
///
/// impl Tool for Echo {
///     fn definition(&self) -> &ToolDef {
///         &self.0
///     }
///     fn call(&self, _: Context, arguments: Arguments) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
///         Box::pin(async move { Ok(ToolOutput::text(arguments.to_value()?.to_string())) })
///     }
/// }
/// # let _ = Echo(ToolDef::new("echo", "Says what it hears."));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    note = "annotate the function with `#[tool]`, or implement `Tool`"
)]
pub trait Tool: Send + Sync {
    /// What it says about itself.
    fn definition(&self) -> &ToolDef;

    /// The states that it takes: a server without them is not built.
    fn requires(&self) -> Vec<StateType> {
        Vec::new()
    }

    /// Whether it can read `arguments`, without a call. A tool that reads them only when it is called says yes.
    ///
    /// # Errors
    /// [`ToolError::InvalidArguments`], the same that a call gives.
    fn accepts(&self, arguments: &Arguments) -> Result<(), ToolError> {
        let _ = arguments;
        Ok(())
    }

    /// One call. Dropping the future stops the work.
    fn call(
        &self,
        context: Context,
        arguments: Arguments,
    ) -> BoxFuture<'_, Result<ToolOutput, ToolError>>;
}

impl<T: Tool + ?Sized> Tool for Arc<T> {
    fn definition(&self) -> &ToolDef {
        (**self).definition()
    }

    fn requires(&self) -> Vec<StateType> {
        (**self).requires()
    }

    fn accepts(&self, arguments: &Arguments) -> Result<(), ToolError> {
        (**self).accepts(arguments)
    }

    fn call(
        &self,
        context: Context,
        arguments: Arguments,
    ) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        (**self).call(context, arguments)
    }
}
