//! [`Prompt`]: a message that a person picks and a client fills in.

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

/// A message that a person picks and a client fills in. `#[prompt]` writes this for a function.
pub trait Prompt: Send + Sync {
    /// What it says about itself.
    fn definition(&self) -> &PromptDef;

    /// The states that it takes: a server without them is not built.
    fn requires(&self) -> Vec<StateType> {
        Vec::new()
    }

    /// The messages for these arguments.
    fn get(
        &self,
        context: Context,
        arguments: Variables,
    ) -> BoxFuture<'_, Result<PromptOutput, ToolError>>;

    /// Values that an argument could have.
    fn complete(&self, _argument: &str, _completion: Completion) -> BoxFuture<'_, Vec<String>> {
        Box::pin(std::future::ready(Vec::new()))
    }
}
