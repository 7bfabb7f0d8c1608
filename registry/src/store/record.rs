//! [`Record`], [`Version`] and [`Edit`]: what a store keeps, what there was, and what is to change.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::error::StoreError;
use crate::{spec::ToolSpec, tool_id::ToolId};

/// A definition that exists.
#[derive(Debug)]
pub struct Record<D = ToolSpec> {
    pub spec: Arc<D>,
    /// The number of its latest version.
    pub revision: u64,
    /// When its latest version was made.
    pub at: String,
    /// The author of its latest version.
    pub by: String,
    /// Its key in a database. A file has none: there the [name](ToolId::of_name) tells the id.
    pub(crate) row: Option<ToolId>,
}

impl<D> Clone for Record<D> {
    fn clone(&self) -> Self {
        Self {
            spec: Arc::clone(&self.spec),
            revision: self.revision,
            at: self.at.clone(),
            by: self.by.clone(),
            row: self.row,
        }
    }
}

impl<D> Record<D> {
    /// Creates the record of a version.
    pub const fn of_version(spec: Arc<D>, revision: u64, at: String, by: String) -> Self {
        Self {
            spec,
            revision,
            at,
            by,
            row: None,
        }
    }

    /// Returns the key of its row, if it is in a database.
    pub const fn row(&self) -> Option<ToolId> {
        self.row
    }
}

impl Record {
    /// Returns the id, which agents name the tool by.
    pub fn id(&self) -> ToolId {
        self.row
            .unwrap_or_else(|| ToolId::of_name(self.spec.name()))
    }

    /// Creates the record of a definition whose versions were not read.
    pub(crate) const fn unversioned(spec: Arc<ToolSpec>) -> Self {
        Self {
            spec,
            revision: 0,
            at: String::new(),
            by: String::new(),
            row: None,
        }
    }
}

/// A version of a definition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Version {
    /// The name of the tool, or of the agent.
    #[serde(alias = "agent")]
    pub tool: String,
    /// Counted from 1 for each name.
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

impl Version {
    /// Returns the definition of a version, or of the latest one that has a definition.
    ///
    /// # Errors
    /// If there is no such version.
    pub(crate) fn find_definition(
        versions: Vec<Self>,
        noun: &'static str,
        name: &str,
        revision: Option<u64>,
    ) -> Result<Map<String, Value>, StoreError> {
        let mut versions = versions.into_iter().rev();
        let found = match revision {
            Some(revision) => versions.find(|version| version.revision == revision),
            None => versions.find(|version| version.spec.is_some()),
        };
        let unknown = || StoreError::Unknown {
            noun,
            name: name.to_owned(),
        };
        found.and_then(|version| version.spec).ok_or_else(unknown)
    }
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

impl ChangeKind {
    /// Returns what was done, as people read it.
    pub const fn done(self) -> &'static str {
        match self {
            Self::Add => "added",
            Self::Update => "updated",
            Self::Remove => "removed",
            Self::Restore => "restored",
            Self::Rollback => "rolled_back",
            Self::Found => "found",
        }
    }
}

/// A change to one definition.
#[derive(Debug)]
pub struct Edit<D = ToolSpec> {
    pub(crate) name: String,
    /// The new definition, or `None` to remove it.
    pub(crate) spec: Option<Arc<D>>,
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
