//! [`Run`]: what a registered tool does with its arguments.

use super::answer::Answer;
use crate::{
    core::{BoxFuture, Context, Hints, Schema, ToolError},
    registry::parameters::{InputArguments, Parameters},
};

/// What a registered tool does with its arguments.
pub(crate) trait Run: Send + Sync {
    /// Runs a call. The arguments fit the tool's schema. Dropping the future stops the work.
    fn run(
        &self,
        context: Context,
        arguments: InputArguments,
    ) -> BoxFuture<'_, Result<Answer, ToolError>>;
}

/// What a kind says about its tool by itself, where the author says nothing.
#[derive(Debug, Clone, Default)]
pub(crate) struct Interface {
    pub(crate) parameters: Option<Parameters>,
    pub(crate) output_schema: Option<Schema>,
    pub(crate) hints: Hints,
    pub(crate) is_parallel: Option<bool>,
}
