//! The capabilities of a server, derived from what a caller may use of its catalogue.

use crate::{core::TaskSupport, executor::View};

pub(super) fn has_prompts(view: View<'_>) -> bool {
    let mut prompts = view.snapshot().prompts();
    view.own_prompt().is_some() || prompts.any(|prompt| view.allows_item(prompt.definition()))
}

pub(super) fn has_resources(view: View<'_>) -> bool {
    let mut resources = view.snapshot().resources();
    resources.any(|resource| view.allows_item(resource.definition())) || has_templates(view)
}

pub(super) fn has_completions(view: View<'_>) -> bool {
    has_prompts(view) || has_templates(view)
}

fn has_templates(view: View<'_>) -> bool {
    let mut templates = view.snapshot().templates();
    templates.any(|template| view.allows_item(template.definition()))
}

pub(super) fn has_tasks(view: View<'_>) -> bool {
    view.snapshot()
        .tools()
        .map(|tool| tool.definition())
        .any(|tool| tool.task_support() != TaskSupport::None && view.allows(tool))
}
