//! Finding tools by what they do, and calling what was found: for servers whose lists do not have every tool.

mod call_tool;
mod find_tools;

use std::sync::{Arc, OnceLock};

use toolwright::{Executor, Tool, ToolError, call::Services};

use crate::choice::Chooser;

/// Returns the tools.
pub(crate) fn tools() -> Vec<Arc<dyn Tool>> {
    toolwright::tools![call_tool::call_tool, find_tools::find_tools]
}

/// What the tools find and call others with. The server that it is a state of hands itself over when it starts.
#[derive(Debug, Clone)]
pub(crate) struct ToolFinder {
    chooser: Chooser,
    executor: Arc<OnceLock<Executor>>,
}

impl ToolFinder {
    /// Creates the state.
    pub(crate) fn new(chooser: Chooser) -> Self {
        Self {
            chooser,
            executor: Arc::default(),
        }
    }

    /// Takes over the executor of the server that starts.
    pub(crate) fn start(&self, services: &Services) {
        if let Some(executor) = services.states().get_ref::<Executor>() {
            // A server starts once.
            let _ = self.executor.set(executor.clone());
        }
    }

    fn executor(&self) -> Result<&Executor, ToolError> {
        let executor = self.executor.get();
        executor.ok_or_else(|| ToolError::unavailable("the server is starting"))
    }
}
