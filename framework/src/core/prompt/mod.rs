//! [`Prompt`]: messages that a person picks and a client fills in.
//!
//! A prompt writes the beginning of a conversation. A [`Tool`](crate::Tool) acts, and a
//! [`Resource`](crate::Resource) is read.

mod definition;
mod output;

pub use self::{
    definition::PromptDef,
    output::{IntoPromptOutput, PromptMessage, PromptOutput},
};
use crate::core::{
    call::{Context, StateType},
    completion::Completion,
    error::ToolError,
    future::BoxFuture,
    variables::Variables,
};

/// Messages that a person picks and a client fills in.
///
/// [`#[prompt]`](macro@crate::prompt) implements it for a function. By hand it is this:
///
/// ```
/// use toolwright::{
///     BoxFuture, Context, Prompt, PromptDef, PromptMessage, ToolError,
///     prompt::{PromptOutput, Variable, Variables},
/// };
///
/// struct Plan(PromptDef);
///
/// impl Prompt for Plan {
///     fn definition(&self) -> &PromptDef {
///         &self.0
///     }
///     fn get(
///         &self,
///         _: Context,
///         arguments: Variables,
///     ) -> BoxFuture<'_, Result<PromptOutput, ToolError>> {
///         Box::pin(async move {
///             let goal: String = arguments.parse("goal")?;
///             Ok(vec![PromptMessage::user(format!("How can I reach {goal}?"))].into())
///         })
///     }
/// }
///
/// let definition = PromptDef::new("plan", "Plan how to reach a goal.");
/// let plan = Plan(definition.argument(Variable::of::<String>("goal")));
/// let server = toolwright::Server::new("demo").prompts([std::sync::Arc::new(plan) as _]);
/// ```
pub trait Prompt: Send + Sync {
    /// The name, the description and the arguments of the prompt.
    fn definition(&self) -> &PromptDef;

    /// The states that the prompt takes. A server without them cannot be built.
    fn requires(&self) -> Vec<StateType> {
        Vec::new()
    }

    /// Returns the messages for these arguments.
    fn get(
        &self,
        context: Context,
        arguments: Variables,
    ) -> BoxFuture<'_, Result<PromptOutput, ToolError>>;

    /// Returns values that an argument could have.
    fn complete(
        &self,
        context: Context,
        argument: &str,
        completion: Completion,
    ) -> BoxFuture<'_, Vec<String>> {
        let _ = (context, argument, completion);
        Box::pin(std::future::ready(Vec::new()))
    }
}
