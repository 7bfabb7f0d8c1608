//! The capabilities of a server, derived from the content of its catalogue.

use crate::core::{Snapshot, TaskSupport};

pub(super) fn has_prompts(snapshot: &Snapshot) -> bool {
    snapshot.prompts().len() > 0
}

pub(super) fn has_resources(snapshot: &Snapshot) -> bool {
    snapshot.resources().len() + snapshot.templates().len() > 0
}

pub(super) fn has_completions(snapshot: &Snapshot) -> bool {
    has_prompts(snapshot) || snapshot.templates().len() > 0
}

pub(super) fn has_tasks(snapshot: &Snapshot) -> bool {
    snapshot
        .tools()
        .any(|tool| tool.definition().task_support() != TaskSupport::None)
}
