//! [`Call`]: a call on its way to a tool.

use std::{fmt, sync::Arc};

use crate::core::{
    call::Context,
    tool::{Arguments, Tool},
};

/// A call on its way to a tool.
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
    #[must_use]
    pub const fn new(tool: Arc<dyn Tool>, context: Context, arguments: Arguments) -> Self {
        Self {
            tool,
            context,
            arguments,
        }
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
