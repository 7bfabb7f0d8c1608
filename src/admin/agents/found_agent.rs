//! [`FoundAgent`]: an agent that the caller may see.

use std::sync::Arc;

use toolwright_registry::{Agent, Record};

use crate::admin::texts;
use crate::{
    admin::{api::Api, problem::Problem, rights::Requester, tools::found_tool::FoundTool},
    agents::{AgentTool, ServedAgents},
};

/// An agent that the caller may see.
#[derive(Clone)]
pub(super) struct FoundAgent {
    pub(super) record: Record<Agent>,
}

/// A tool of an agent, as the caller may see it.
pub(super) enum SeenTool {
    /// The caller may call it.
    Ready(FoundTool),
    /// It is switched off.
    Inactive(AgentTool),
    /// It is gone, or the caller may not see it.
    Unavailable(AgentTool),
}

impl FoundAgent {
    /// Returns the agent `name`.
    ///
    /// # Errors
    /// If there is none, or the caller may not see it.
    pub(super) fn find(api: &Api, caller: &Requester, name: &str) -> Result<Self, Problem> {
        let record = api.agents.registry().get(name);
        let found = record.filter(|record| is_seen(&record.spec, caller));
        let unknown = || Problem::unknown(texts::no_agent, name);
        found.map(|record| Self { record }).ok_or_else(unknown)
    }

    /// Returns all agents that the caller may see, by name.
    pub(super) fn all(api: &Api, caller: &Requester) -> Vec<Self> {
        let all = api.agents.registry().all();
        let seen = all.values().filter(|record| is_seen(&record.spec, caller));
        seen.map(|record| Self {
            record: record.clone(),
        })
        .collect()
    }

    /// Returns the agents that were removed and that the caller may restore, by name.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(super) async fn removed(api: &Api, caller: &Requester) -> Result<Vec<Self>, Problem> {
        let removed = api.agents.registry().removed().await?;
        let found = removed.into_iter().filter_map(|version| {
            // One that no longer fits this server cannot be restored either.
            let agent = Agent::of_json(&version.tool, &version.spec?).ok()?;
            Some(Self {
                record: Record::of_version(
                    Arc::new(agent),
                    version.revision,
                    version.at,
                    version.by,
                ),
            })
        });
        Ok(found.filter(|agent| agent.is_editable(caller)).collect())
    }

    /// Returns the definition.
    pub(super) fn agent(&self) -> &Agent {
        &self.record.spec
    }

    /// Returns the tools in its list.
    pub(super) fn tools(&self, api: &Api, caller: &Requester) -> Vec<SeenTool> {
        let tools = api.agents.tools_of(self.agent()).into_iter();
        let seen = tools.map(|tool| {
            let name = tool.name.as_deref();
            let found = name.and_then(|name| FoundTool::find(api, caller, name).ok());
            match found {
                Some(found) if found.is_allowed && tool.is_live => SeenTool::Ready(found),
                Some(found) if !found.is_active() => SeenTool::Inactive(tool),
                _ => SeenTool::Unavailable(tool),
            }
        });
        seen.collect()
    }

    /// Returns whether the caller may change it.
    pub(super) fn is_editable(&self, caller: &Requester) -> bool {
        caller.is_admin() || caller.is_author() && self.agent().owner() == Some(caller.name())
    }

    /// Returns its record, which the caller may change.
    ///
    /// # Errors
    /// If it belongs to somebody else.
    pub(super) fn editable(self, caller: &Requester) -> Result<Record<Agent>, Problem> {
        if self.is_editable(caller) {
            return Ok(self.record);
        }
        let name = self.agent().name();
        Err(Problem::forbidden(match caller.is_author() {
            false => texts::only_author(),
            true => texts::belongs_to_another(name),
        }))
    }
}

/// Returns whether the caller may see an agent: who may use it, and its owner while it is switched off.
fn is_seen(agent: &Agent, caller: &Requester) -> bool {
    let may_use = ServedAgents::may_use(agent, &caller.client());
    may_use && (agent.is_active() || caller.is_admin() || agent.owner() == Some(caller.name()))
}
