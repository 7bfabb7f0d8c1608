//! The capabilities of a server, derived from what the policy allows of its catalogue.

use crate::{
    core::{Snapshot, TaskSupport},
    executor::Policy,
};

pub(super) fn has_prompts(snapshot: &Snapshot, policy: &Policy) -> bool {
    let mut prompts = snapshot.prompts();
    prompts.any(|prompt| policy.allows_item(prompt.definition()))
}

pub(super) fn has_resources(snapshot: &Snapshot, policy: &Policy) -> bool {
    let mut resources = snapshot.resources();
    resources.any(|resource| policy.allows_item(resource.definition()))
        || has_templates(snapshot, policy)
}

pub(super) fn has_completions(snapshot: &Snapshot, policy: &Policy) -> bool {
    has_prompts(snapshot, policy) || has_templates(snapshot, policy)
}

fn has_templates(snapshot: &Snapshot, policy: &Policy) -> bool {
    let mut templates = snapshot.templates();
    templates.any(|template| policy.allows_item(template.definition()))
}

pub(super) fn has_tasks(snapshot: &Snapshot, policy: &Policy) -> bool {
    snapshot
        .tools()
        .map(|tool| tool.definition())
        .any(|tool| tool.task_support() != TaskSupport::None && policy.allows(tool))
}
