//! [`Subject`]: what a call is recorded as a call of.

use std::sync::Arc;

use crate::core::{ItemKind, Tool};

/// The subject of a recorded call: a tool, a resource, a prompt or a completion.
pub(super) trait Subject: Clone + Send + 'static {
    /// The name of the tool that the call counts for, or of the item itself.
    fn name(&self) -> &str;

    /// The kind of tool or item.
    fn kind(&self) -> &str;

    /// Returns `true` if a call may change something.
    fn may_change(&self) -> bool;
}

impl Subject for Arc<dyn Tool> {
    fn name(&self) -> &str {
        self.definition().name()
    }

    fn kind(&self) -> &str {
        self.definition().kind()
    }

    fn may_change(&self) -> bool {
        self.definition().hints().read_only != Some(true)
    }
}

/// A resource, a prompt or a completion.
#[derive(Debug, Clone)]
pub(super) struct UsedItem {
    pub(super) name: String,
    pub(super) kind: ItemKind,
}

impl Subject for UsedItem {
    fn name(&self) -> &str {
        &self.name
    }

    fn kind(&self) -> &str {
        self.kind.as_str()
    }

    fn may_change(&self) -> bool {
        false
    }
}
