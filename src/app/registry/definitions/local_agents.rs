//! [`LocalAgents`]: the agents of the registry of this machine.

use std::sync::Arc;

use serde_json::{Map, Value};
use toolwright::{
    Tool,
    cli::{Failure, output},
};
use toolwright_registry::{Agent, Agents, Record, Registry, Request, ToolNames};

use super::place::{
    Change, Changed, Definitions, Draft, Noun, Put, Stored, VersionItem, put_requests,
};
use crate::app::registry::open::{RegistryOptions, failure};

/// The agents of the registry of this machine.
pub(in crate::app::registry) struct LocalAgents {
    agents: Agents,
    tools: Registry,
    /// The tools of the program itself.
    compiled: Vec<Arc<dyn Tool>>,
}

impl LocalAgents {
    /// Opens the registry, for a server with these tools.
    pub(in crate::app::registry) async fn open(
        options: &RegistryOptions,
        compiled: &[Arc<dyn Tool>],
    ) -> Result<Self, Failure> {
        let (tools, agents) = options.open_both(compiled).await?;
        Ok(Self {
            agents,
            tools,
            compiled: compiled.to_vec(),
        })
    }

    /// Returns all agents, by name.
    pub(in crate::app::registry) fn records(&self) -> Vec<Record<Agent>> {
        self.agents.all().values().cloned().collect()
    }

    /// Returns the agent of this name.
    pub(in crate::app::registry) fn record(&self, name: &str) -> Result<Record<Agent>, Failure> {
        let found = self.agents.get(name);
        found.ok_or_else(|| Noun::Agent.unknown(name))
    }

    /// Returns the names of the tools that are known here. Those of other MCP servers are not.
    pub(in crate::app::registry) fn names(&self) -> ToolNames {
        let records = self.tools.records();
        let compiled = self.compiled.iter();
        let compiled = compiled.map(|tool| (tool.definition().name(), None));
        let registered = records
            .iter()
            .map(|record| (record.spec.name(), record.row()));
        ToolNames::new(compiled.chain(registered))
    }

    /// Returns the tool of this name, as agents call it.
    pub(in crate::app::registry) fn live(&self, name: &str) -> Option<Arc<dyn Tool>> {
        let compiled = || {
            let mut compiled = self.compiled.iter();
            compiled.find(|tool| tool.definition().name() == name)
        };
        let registered = self.tools.live(name);
        registered.or_else(|| compiled().cloned())
    }

    /// Returns an agent with the ids of its tools. A tool that is not known here may be one of another
    /// MCP server, and is left as it is.
    fn with_ids(&self, agent: &Agent) -> Arc<Agent> {
        let names = self.names();
        for tool in agent.tools() {
            if names.name(tool).is_none() {
                output::notice(&format!(
                    "{}: there is no tool `{tool}` here: it is left out until there is one",
                    agent.name()
                ));
            }
        }
        let ids = agent.tools().iter().map(|tool| names.stored(tool));
        Arc::new(agent.with_tools(ids.collect()))
    }

    async fn make(&self, requests: Vec<Request<Agent>>) -> Result<Vec<Changed>, Failure> {
        let names: Vec<_> = requests.iter().map(|one| one.name().to_owned()).collect();
        let revisions = self.agents.change(requests).await.map_err(failure)?;
        Ok(names.into_iter().zip(revisions).collect())
    }
}

impl Definitions for LocalAgents {
    type Draft = Arc<Agent>;

    fn noun(&self) -> Noun {
        Noun::Agent
    }

    async fn read(&self, file: &str, text: &str) -> Result<Vec<Arc<Agent>>, Failure> {
        let agents = Agent::parse_any(file, text);
        let agents = agents.map_err(|invalid| Failure::because(invalid.to_string()))?;
        Ok(agents.iter().map(|agent| self.with_ids(agent)).collect())
    }

    async fn find(&self, name: &str) -> Result<Option<Stored>, Failure> {
        Ok(self.agents.get(name).map(|record| Stored {
            json: Some(record.spec.json().clone()),
            revision: record.revision,
        }))
    }

    async fn all(&self) -> Result<Vec<Map<String, Value>>, Failure> {
        let records = self.records().into_iter();
        Ok(records.map(|record| record.spec.json().clone()).collect())
    }

    async fn put(
        &self,
        puts: Vec<Put<Arc<Agent>>>,
        done: &mut Vec<Changed>,
    ) -> Result<(), Failure> {
        done.extend(self.make(put_requests(puts)).await?);
        Ok(())
    }

    async fn change(&self, name: &str, change: Change) -> Result<Changed, Failure> {
        let request = change.request(name, |is_active| {
            Ok(Arc::new(self.record(name)?.spec.switched(is_active)))
        })?;
        Ok(self.make(vec![request]).await?.remove(0))
    }

    async fn versions(&self, name: &str) -> Result<Vec<VersionItem>, Failure> {
        let versions = self.agents.history(name).await.map_err(failure)?;
        Ok(versions.into_iter().map(VersionItem::from).collect())
    }
}

impl Draft for Arc<Agent> {
    fn name(&self) -> &str {
        Agent::name(self)
    }

    fn json(&self) -> &Map<String, Value> {
        Agent::json(self)
    }

    fn in_place_of(self, stored: &Map<String, Value>) -> Self {
        match (self.owner(), stored.get("owner").and_then(Value::as_str)) {
            (None, Some(owner)) => Self::new(self.with_owner(Some(owner))),
            _ => self,
        }
    }
}
