//! [`State`]: the tools of the registry at one moment.

use std::{collections::BTreeMap, sync::Arc};

use crate::{
    core::Tool,
    registry::{name::is_user_name, spec::ToolSpec, store::Record},
};

/// The tools at one moment.
#[derive(Default)]
pub(super) struct State {
    pub(super) entries: BTreeMap<String, Entry>,
}

/// A definition, and its live tool.
#[derive(Clone)]
pub(super) struct Entry {
    pub(super) record: Record,
    /// The live tool, if it is active.
    pub(super) tool: Option<Arc<dyn Tool>>,
}

impl State {
    /// Returns all definitions, by name.
    pub(super) fn records(&self) -> Vec<Record> {
        let entries = self.entries.values();
        entries.map(|entry| entry.record.clone()).collect()
    }

    /// Returns a definition with the owner that the tool has now, or with `author` if the tool is
    /// new.
    pub(super) fn owned(&self, spec: Arc<ToolSpec>, author: Option<&str>) -> Arc<ToolSpec> {
        let owner = match self.entries.get(spec.name()) {
            Some(before) => before.record.spec.owner(),
            None => author.filter(|author| is_user_name(author)),
        };
        match owner {
            Some(owner) if spec.owner() != Some(owner) => Arc::new(spec.with_owner(owner)),
            _ => spec,
        }
    }

    /// Returns the live tools.
    pub(super) fn tools(&self) -> impl Iterator<Item = &Arc<dyn Tool>> {
        self.entries
            .values()
            .filter_map(|entry| entry.tool.as_ref())
    }

    /// Returns the live tools that were not there before.
    pub(super) fn new_tools<'a>(
        &'a self,
        before: &'a Self,
    ) -> impl Iterator<Item = &'a Arc<dyn Tool>> {
        self.tools().filter(|tool| {
            let entry = before.entries.get(tool.definition().name());
            let same = entry.and_then(|entry| entry.tool.as_ref());
            !same.is_some_and(|same| Arc::ptr_eq(same, tool))
        })
    }

    /// Returns whether the live tools are the same ones.
    pub(super) fn has_same_tools(&self, before: &Self) -> bool {
        self.new_tools(before).next().is_none() && self.tools().count() == before.tools().count()
    }

    /// Returns whether the definitions are the same ones, live or not.
    pub(super) fn has_same_records(&self, before: &Self) -> bool {
        let is_known = |(name, entry): (&String, &Entry)| {
            let known = before.entries.get(name);
            known.is_some_and(|known| known.record.revision == entry.record.revision)
        };
        self.entries.len() == before.entries.len() && self.entries.iter().all(is_known)
    }

    /// Returns the names of the built-in tools that live tools stand in for.
    pub(super) fn replaced(&self) -> Vec<String> {
        let replaced = self.entries.iter().filter(|(name, entry)| {
            entry.tool.is_some() && entry.record.spec.config().stands_for() == Some(name)
        });
        replaced.map(|(name, _)| name.clone()).collect()
    }
}
