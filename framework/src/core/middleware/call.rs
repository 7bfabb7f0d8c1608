//! [`Call`]: a call on its way to a tool.

use std::{fmt, sync::Arc};

use crate::core::{
    call::Context,
    error::ToolError,
    tool::{Arguments, Permitted, Tool, ToolOutput},
};

/// A call on its way to a tool.
///
/// Only the executor creates one, after the policy has allowed it.
#[derive(Clone)]
#[non_exhaustive]
pub struct Call {
    /// The tool.
    pub tool: Arc<dyn Tool>,
    /// The call's context.
    pub context: Context,
    /// The arguments, as the client sent them.
    pub arguments: Arguments,
}

impl Call {
    /// Creates a call of `tool`.
    pub(crate) const fn new(tool: Arc<dyn Tool>, context: Context, arguments: Arguments) -> Self {
        Self {
            tool,
            context,
            arguments,
        }
    }

    /// Calls the tool, without middleware.
    pub(crate) async fn run(self) -> Result<ToolOutput, ToolError> {
        self.tool
            .call(self.context, self.arguments, Permitted::new())
            .await
    }

    /// The name of the tool.
    #[must_use]
    pub fn name(&self) -> &str {
        self.tool.definition().name()
    }
}

impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call")
            .field("name", &self.name())
            .field("arguments", &self.arguments)
            .finish()
    }
}
