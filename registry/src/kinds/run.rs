//! [`Run`]: the work of a registered tool; [`Interface`]: the definition that its kind derives.

use toolwright::{
    Arguments, BoxFuture, Context, ToolError, ToolOutput, schema::Schema, tool::Hints,
};

use super::answer::Answer;
use crate::parameters::{InputArguments, Parameters};

/// The work of a registered tool.
pub(crate) trait Run: Send + Sync {
    /// Runs a call. The arguments fit the tool's schema. Dropping the future stops the work.
    fn run(
        &self,
        context: Context,
        arguments: InputArguments,
    ) -> BoxFuture<'_, Result<Answer, ToolError>>;

    /// Runs a call whose arguments were not checked, if the work checks them itself and takes them as
    /// they are. Returns `None` if it does not.
    fn run_directly(
        &self,
        _context: &Context,
        _arguments: &Arguments,
    ) -> Option<BoxFuture<'_, Result<ToolOutput, ToolError>>> {
        None
    }
}

/// The definition that a kind derives for its tool, for the fields that the author left out.
#[derive(Debug, Clone, Default)]
pub(crate) struct Interface {
    pub(crate) parameters: Option<Parameters>,
    pub(crate) output_schema: Option<Schema>,
    pub(crate) hints: Hints,
    pub(crate) is_parallel: Option<bool>,
}

impl Interface {
    /// Creates the interface of a tool that only reads, and only from this server.
    pub(crate) fn of_reading() -> Self {
        Self {
            hints: Hints::default()
                .read_only(true)
                .idempotent(true)
                .open_world(false),
            is_parallel: Some(true),
            ..Self::default()
        }
    }
}
