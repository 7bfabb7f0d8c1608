//! [`State`]: the tools of the registry at one moment.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use toolwright::Tool;

use crate::{
    kinds::Engines,
    name::is_user_name,
    registered_tool::RegisteredTool,
    spec::ToolSpec,
    store::{ChangeKind, Record, StoreError},
};

/// The tools at one moment.
#[derive(Default, Clone)]
pub(super) struct State {
    pub(super) entries: BTreeMap<String, Entry>,
}

/// A definition, and its live tool.
#[derive(Clone)]
pub(super) struct Entry {
    pub(super) record: Record,
    /// The live tool, if it is active and not [waiting](Self::is_waiting).
    pub tool: Option<Arc<dyn Tool>>,
}

impl Entry {
    /// Builds the tool of a record.
    pub(super) fn build(record: Record, engines: &Engines) -> Self {
        let build = || Arc::new(RegisteredTool::build(&record.spec, engines)) as Arc<dyn Tool>;
        Self {
            tool: record.spec.is_active().then(build),
            record,
        }
    }

    /// Creates the entry of a new tool whose script was not asked yet for its interface.
    pub(super) const fn waiting(record: Record) -> Self {
        Self { record, tool: None }
    }

    /// Returns whether the tool is live as soon as its script was asked.
    pub(super) fn is_waiting(&self) -> bool {
        self.tool.is_none() && self.record.spec.is_active()
    }

    /// Returns whether this is the entry of the same definition.
    pub(super) fn is_of(&self, record: &Record) -> bool {
        Arc::ptr_eq(&self.record.spec, &record.spec)
    }

    /// Returns the same tool with another record of its definition.
    pub(super) fn with_record(&self, record: Record) -> Self {
        Self {
            tool: self.tool.clone(),
            record,
        }
    }
}

impl State {
    /// Returns all definitions, by name.
    pub(super) fn records(&self) -> Vec<Record> {
        let entries = self.entries.values();
        entries.map(|entry| entry.record.clone()).collect()
    }

    /// Returns a definition of `author` as it is stored, and whether it is new.
    ///
    /// # Errors
    /// If a credential cannot be sealed.
    pub(super) fn put(
        &self,
        spec: Arc<ToolSpec>,
        author: &str,
        engines: &Engines,
    ) -> Result<(Arc<ToolSpec>, ChangeKind), StoreError> {
        let before = self.entries.get(spec.name());
        let before = before.map(|entry| &*entry.record.spec);
        let spec = match (spec.owner(), before) {
            (Some(_), _) => spec,
            (None, Some(_)) => self.with_present_owner(spec),
            (None, None) if is_user_name(author) => Arc::new(spec.with_owner(Some(author))),
            (None, None) => spec,
        };
        let change = match before {
            Some(_) => ChangeKind::Update,
            None => ChangeKind::Add,
        };
        spec.check_sealed(engines)?;
        if !spec.has_plain_credential() {
            return Ok((spec, change));
        }
        Ok((Arc::new(spec.sealed(before, engines)?), change))
    }

    /// Returns a definition with the owner that the tool has now. A new tool keeps its own.
    pub(super) fn with_present_owner(&self, spec: Arc<ToolSpec>) -> Arc<ToolSpec> {
        match self.entries.get(spec.name()) {
            Some(now) if now.record.spec.owner() != spec.owner() => {
                Arc::new(spec.with_owner(now.record.spec.owner()))
            }
            _ => spec,
        }
    }

    /// Returns the entry of a record that was read. A tool that is live and did not change goes on, and
    /// one that was not live waits until its script was asked, because agents would see for a moment
    /// that it takes anything.
    pub(super) fn entry_of(&self, record: Record, asks_scripts: bool, engines: &Engines) -> Entry {
        let known = self.entries.get(record.spec.name());
        let was_live = known.is_some_and(|known| known.tool.is_some());
        match known {
            Some(known) if known.is_of(&record) => known.with_record(record),
            _ if !was_live && asks_scripts && record.spec.config().is_unasked() => {
                Entry::waiting(record)
            }
            _ => Entry::build(record, engines),
        }
    }

    /// Returns the entry of a record whose name belongs to a built-in tool. It is switched off, so that
    /// the server starts, and says so once.
    pub(super) fn clashing(&self, record: Record, engines: &Engines) -> Entry {
        let known = self.entries.get(record.spec.name());
        if let Some(known) = known
            && known.tool.is_none()
            && known.record.revision == record.revision
        {
            return known.clone();
        }
        if !record.spec.is_active() {
            return Entry::build(record, engines);
        }
        tracing::warn!(
            "the registered tool `{}` is switched off: a built-in tool has its name. Rename or remove it",
            record.spec.name()
        );
        let spec = Arc::new(record.spec.switched(false));
        Entry::build(Record { spec, ..record }, engines)
    }

    /// Returns the tools after scripts were asked. Those that are `refreshed`, and those that waited,
    /// are built anew, unless there are other definitions by now.
    pub(super) fn with_interfaces(
        &self,
        asked: &[Record],
        refreshed: &BTreeSet<String>,
        engines: &Engines,
    ) -> Self {
        let mut next = self.clone();
        for record in asked {
            let name = record.spec.name();
            if let Some(entry) = next.entries.get_mut(name)
                && entry.is_of(record)
                && (entry.is_waiting() || refreshed.contains(name))
            {
                *entry = Entry::build(entry.record.clone(), engines);
            }
        }
        next
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
            known.is_some_and(|known| {
                known.is_of(&entry.record) && known.record.revision == entry.record.revision
            })
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
