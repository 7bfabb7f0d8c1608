//! [`Run`]: the work of a registered tool; [`Interface`]: the definition that its kind derives.

use toolwright::{
    BoxFuture, Context, Tool, ToolError,
    schema::Schema,
    tool::{Hints, Permitted},
};

use super::answer::Answer;
use crate::parameters::{InputArguments, Parameters};

/// The work of a registered tool.
pub(crate) trait Run: Send + Sync {
    /// Runs a call. The arguments fit the tool's schema. Dropping the future stops the work.
    ///
    /// `permitted` is for work that forwards the call to another tool.
    fn run<'a>(
        &'a self,
        context: Context,
        arguments: InputArguments,
        permitted: Permitted<'a>,
    ) -> BoxFuture<'a, Result<Answer, ToolError>>;

    /// Returns the tool that stands behind this one if it takes the arguments as they are, and checks
    /// them itself. It is then called in place of [`run`](Self::run).
    fn same_tool(&self) -> Option<&dyn Tool> {
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
