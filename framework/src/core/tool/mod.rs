//! [`Tool`]: something that an agent can call.
//!
//! A tool says what it is in its [`ToolDef`], takes [`Arguments`] and returns a [`ToolOutput`]. The
//! files `parse`, `explanation` and `violations` turn arguments into values, or into an error that says
//! what is wrong with each.

#[cfg(feature = "governance")]
mod argument_change;
mod arguments;
mod checked_schema;
mod definition;
mod explanation;
mod hints;
mod mirrored_headers;
mod output;
mod parse;
mod permitted;
mod repair;
mod type_misfits;
mod usage;
mod violations;
mod wire_form;

use std::sync::Arc;

#[cfg(feature = "governance")]
pub use self::argument_change::ArgumentChange;
#[cfg(feature = "governance")]
pub(crate) use self::arguments::value_size;
#[cfg(feature = "governance")]
pub use self::checked_schema::check_schema;
#[cfg(feature = "client")]
pub(crate) use self::mirrored_headers::{header_problem, headers};
#[cfg(feature = "governance")]
pub(crate) use self::repair::whole;
pub use self::{
    arguments::Arguments,
    checked_schema::catalog_problem,
    definition::ToolDef,
    hints::{Hints, Icon, RateLimit, TaskSupport},
    mirrored_headers::mirrored_headers,
    output::{IntoToolOutput, Json, ToolOutput, structured_schema},
    parse::{
        ParameterCheck, ReadArguments, keep_parsed, parse_arguments, received, sent, take_parsed,
    },
    permitted::Permitted,
    repair::{Repair, RepairKind},
    violations::Violations,
};
use crate::core::{
    call::{Context, StateType},
    error::ToolError,
    future::BoxFuture,
};

/// Something that an agent can call.
///
/// [`#[tool]`](macro@crate::tool) implements it for a function. Implement it by hand for tools that
/// are only known at run time.
///
/// ```
/// use toolwright::{
///     Arguments, BoxFuture, Context, Tool, ToolDef, ToolError, ToolOutput, tool::Permitted,
/// };
///
/// struct Echo(ToolDef);
///
/// impl Tool for Echo {
///     fn definition(&self) -> &ToolDef {
///         &self.0
///     }
///     fn call(
///         &self,
///         _: Context,
///         arguments: Arguments,
///         _: Permitted<'_>,
///     ) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
///         Box::pin(async move { Ok(ToolOutput::text(arguments.to_value()?.to_string())) })
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> toolwright::Result<()> {
/// let echo = Echo(ToolDef::new("echo", "Repeat the arguments."));
/// let server = toolwright::Server::new("demo").tools([std::sync::Arc::new(echo) as _]);
/// let client = server.client().await?;
/// assert_eq!(client.call("echo", serde_json::json!({})).await?.joined_text(), "{}");
/// # Ok(())
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    note = "annotate the function with `#[tool]`, or implement `Tool`"
)]
pub trait Tool: Send + Sync {
    /// The name, the description, the schemas and the limits of the tool.
    fn definition(&self) -> &ToolDef;

    /// The states that the tool takes. A server without them cannot be built.
    fn requires(&self) -> Vec<StateType> {
        Vec::new()
    }

    /// Checks `arguments` without a call. The default accepts everything.
    ///
    /// # Errors
    /// Returns [`ToolError::InvalidArguments`], the same as a call would.
    fn accepts(&self, arguments: &Arguments) -> Result<(), ToolError> {
        let _ = arguments;
        Ok(())
    }

    /// Calls the tool. Dropping the future stops the work.
    ///
    /// Only the [`Executor`](crate::Executor) has the proof that the call is [`Permitted`]. An
    /// implementation ignores it, or passes it on to the tool that it stands for.
    fn call<'a>(
        &'a self,
        context: Context,
        arguments: Arguments,
        permitted: Permitted<'a>,
    ) -> BoxFuture<'a, Result<ToolOutput, ToolError>>;
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

    fn call<'a>(
        &'a self,
        context: Context,
        arguments: Arguments,
        permitted: Permitted<'a>,
    ) -> BoxFuture<'a, Result<ToolOutput, ToolError>> {
        (**self).call(context, arguments, permitted)
    }
}
