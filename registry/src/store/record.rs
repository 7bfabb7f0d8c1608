//! [`Record`], [`Version`] and [`Edit`]: what a store keeps, what there was, and what is to change.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::spec::ToolSpec;

/// A definition that exists.
#[derive(Debug, Clone)]
pub struct Record {
    pub spec: Arc<ToolSpec>,
    /// The number of its latest version.
    pub revision: u64,
    /// When its latest version was made.
    pub at: String,
    /// The author of its latest version.
    pub by: String,
}

/// A version of a definition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Version {
    /// The name of the tool.
    pub tool: String,
    /// Counted from 1 for each tool.
    pub revision: u64,
    /// When it was made, as `2026-11-16T09:30:00.000Z`.
    pub at: String,
    /// The author of the change.
    pub by: String,
    pub change: ChangeKind,
    /// The definition since then. Absent if it was removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spec: Option<Map<String, Value>>,
}

/// The kind of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    /// It is new.
    Add,
    /// It was changed.
    Update,
    /// It was removed.
    Remove,
    /// It is back after it was removed.
    Restore,
    /// An earlier version is back.
    Rollback,
    /// Somebody wrote to the store without this program.
    Found,
}

/// A change to one definition.
#[derive(Debug, Clone)]
pub struct Edit {
    pub(crate) name: String,
    /// The new definition, or `None` to remove it.
    pub(crate) spec: Option<Arc<ToolSpec>>,
    pub(crate) expected: Expected,
    pub(crate) change: ChangeKind,
    /// The author of the change.
    pub(crate) by: String,
}

/// The state that a change was made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// Any state.
    Any,
    /// There is no such tool.
    Absent,
    /// There is such a tool.
    Present,
    /// Its latest version has this number.
    Revision(u64),
}
