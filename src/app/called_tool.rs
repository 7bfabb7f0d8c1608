//! [`CalledTool`]: the tool that this process calls, if that is all it does.

use std::sync::{Arc, OnceLock};

/// The tool that this process calls, if that is all it does. The server of such a process reads nothing
/// about other tools. Clones share the name.
#[derive(Debug, Clone, Default)]
pub(super) struct CalledTool(Arc<OnceLock<String>>);

impl CalledTool {
    /// Says that this process calls the tool of this name and ends. The server must not have started yet.
    pub(super) fn set(&self, name: &str) {
        self.0.get_or_init(|| name.to_owned());
    }

    /// Returns the name of the tool.
    pub(super) fn name(&self) -> Option<&str> {
        self.0.get().map(String::as_str)
    }
}
