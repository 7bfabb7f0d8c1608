//! [`BegunCalls`]: tells which calls that began have ended.

use std::collections::HashSet;

use super::entry::Entry;

/// The calls that began, by id.
#[derive(Debug)]
pub(super) enum BegunCalls {
    /// When reading backward: those that ended, until it is read that they began.
    Ended(HashSet<String>),
    /// When reading forward: those that did not end.
    Unfinished(HashSet<String>),
}

impl BegunCalls {
    /// Notes a record, whether it is selected or not.
    pub(super) fn note(&mut self, entry: &Entry) {
        if let Self::Ended(ids) = self
            && entry.has_begin
        {
            ids.insert(entry.id.clone());
        }
    }

    /// Whether a record is shown: that a call began only if the call did not end.
    pub(super) fn is_shown(&mut self, entry: &Entry) -> bool {
        match self {
            _ if !entry.is_begin() => true,
            Self::Ended(ids) => !ids.remove(&entry.id),
            Self::Unfinished(ids) => ids.contains(&entry.id),
        }
    }
}
