//! [`Request`]: a change that somebody asks the registry for.

use std::sync::Arc;

use crate::{definition::Definition, spec::ToolSpec, store::Expected};

/// A change to the registry, of a tool or of an agent.
#[derive(Debug)]
pub struct Request<D = ToolSpec> {
    pub action: Action<D>,
    /// The state that it was made for.
    pub expected: Expected,
    /// The author of the change.
    pub by: String,
}

/// A change of the registry.
#[derive(Debug)]
pub enum Action<D = ToolSpec> {
    /// Add or replace a tool.
    Put(Arc<D>),
    /// Remove a tool. It can be restored.
    Remove(String),
    /// Bring a removed tool back.
    Restore(String),
    /// Bring an earlier version of a tool back.
    Rollback(String, u64),
}

impl<D: Definition> Request<D> {
    /// Returns the name of the tool that it changes.
    pub fn name(&self) -> &str {
        match &self.action {
            Action::Put(spec) => spec.name(),
            Action::Remove(name) | Action::Restore(name) | Action::Rollback(name, _) => name,
        }
    }
}
