//! `agents`: those of the registry, and what each serves.
//!
//! [`FoundAgent`](found_agent::FoundAgent) is an agent and who may see and change it,
//! [`AgentView`](agent_view::AgentView) an agent as the API shows it. The other files have the operations.

mod agent_view;
mod export;
mod found_agent;
mod history;
mod read;
mod write;

use super::operation::Operation;

/// Returns the operations on agents.
pub(super) fn operations() -> Vec<Operation> {
    let all = [
        read::operations(),
        write::operations(),
        history::operations(),
        export::operations(),
    ];
    all.into_iter().flatten().collect()
}
