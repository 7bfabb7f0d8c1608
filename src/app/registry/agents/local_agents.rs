//! [`LocalAgents`]: the agents of the registry on this machine, as commands change them.

use std::{path::Path, sync::Arc};

use serde_json::json;
use toolwright::{
    Tool, ToolDef,
    cli::{Failure, output},
};
use toolwright_registry::{
    Action, Agent, Agents, Expected, Record, Registry, Request, ToolNames, export,
};

use super::print::{check_name, print_export, print_list};
use crate::app::registry::{
    arguments::{NameArguments, RollbackArguments, WriteArguments},
    change::{ask, author, finish_edit, in_editor, no_version, print_revisions},
    difference::difference,
    inspect::{line, read},
    open::{RegistryOptions, failure},
};

/// The agents of the registry on this machine.
pub(super) struct LocalAgents {
    agents: Agents,
    tools: Registry,
    /// The tools of the program itself.
    compiled: Vec<Arc<dyn Tool>>,
}

impl LocalAgents {
    /// Opens the registry, for a server with these tools.
    pub(super) async fn open(
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

    /// Returns the agent of this name.
    pub(super) fn get(&self, name: &str) -> Result<Record<Agent>, Failure> {
        let unknown = || Failure::because(format!("there is no agent `{name}`"));
        self.agents.get(name).ok_or_else(unknown)
    }

    pub(super) fn list(&self, json: bool) -> Result<(), Failure> {
        let all = self.agents.all();
        let items = all.values().map(|record| {
            let agent = &record.spec;
            json!({
                "name": agent.name(), "description": agent.description(), "owner": agent.owner(),
                "model_provider": agent.provider(), "model_name": agent.model(),
                "tool_count": agent.tools().len(), "is_active": agent.is_active(),
                "is_public": agent.is_public(), "revision": record.revision.to_string(),
            })
        });
        print_list(&items.collect::<Vec<_>>(), json)
    }

    /// Returns the names of the tools that are known here. Those of other MCP servers are not.
    fn names(&self) -> ToolNames {
        let records = self.tools.records();
        let compiled = self.compiled.iter();
        let compiled = compiled.map(|tool| (tool.definition().name(), None));
        let registered = records
            .iter()
            .map(|record| (record.spec.name(), record.row()));
        ToolNames::new(compiled.chain(registered))
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

    pub(super) async fn add(&self, file: &Path, write: WriteArguments) -> Result<(), Failure> {
        let agents = Agent::parse_any(&file.display().to_string(), &read(file)?);
        let agents = agents.map_err(|invalid| Failure::because(invalid.to_string()))?;
        let (mut changes, mut is_overwritten) = (Vec::new(), false);
        for agent in agents {
            let mut agent = self.with_ids(&agent);
            let expected = match self.agents.get(agent.name()) {
                None => Expected::Absent,
                Some(record) => {
                    // An agent keeps its owner unless the definition names one.
                    if let (None, Some(owner)) = (agent.owner(), record.spec.owner()) {
                        agent = Arc::new(agent.with_owner(Some(owner)));
                    }
                    let lines = difference(record.spec.json(), agent.json());
                    if lines.is_empty() {
                        continue;
                    }
                    is_overwritten = true;
                    output::notice(&format!("{}:\n  {}", agent.name(), lines.join("\n  ")));
                    Expected::Revision(record.revision)
                }
            };
            changes.push((Action::Put(agent), expected));
        }
        if is_overwritten {
            ask(write)?;
        }
        self.change(changes, write.json).await
    }

    pub(super) async fn edit(&self, arguments: &NameArguments) -> Result<(), Failure> {
        let record = self.get(&arguments.name)?;
        let path = in_editor(&arguments.name, record.spec.json())?;
        let changed = self.put_edited(&record, &path, arguments.json).await;
        finish_edit(&path, changed)
    }

    async fn put_edited(
        &self,
        record: &Record<Agent>,
        path: &Path,
        json: bool,
    ) -> Result<(), Failure> {
        let agent = Agent::parse(&path.display().to_string(), &read(path)?);
        let agent = agent.map_err(|invalid| Failure::because(invalid.to_string()))?;
        check_name(agent.name(), record.spec.name())?;
        let agent = self.with_ids(&agent);
        let lines = difference(record.spec.json(), agent.json());
        if lines.is_empty() {
            output::notice("nothing changed");
            return Ok(());
        }
        output::notice(&lines.join("\n"));
        let expected = Expected::Revision(record.revision);
        self.change(vec![(Action::Put(agent), expected)], json)
            .await
    }

    pub(super) async fn switch(
        &self,
        arguments: &NameArguments,
        is_active: bool,
    ) -> Result<(), Failure> {
        let record = self.get(&arguments.name)?;
        let put = Action::Put(Arc::new(record.spec.switched(is_active)));
        let expected = Expected::Revision(record.revision);
        self.change(vec![(put, expected)], arguments.json).await
    }

    pub(super) async fn history(&self, arguments: &NameArguments) -> Result<(), Failure> {
        let name = &arguments.name;
        let versions = self.agents.history(name).await.map_err(failure)?;
        if arguments.json {
            return Ok(output::print_json(&versions)?);
        }
        if versions.is_empty() {
            let why = format!("there was never an agent `{name}`");
            return Err(Failure::because(why));
        }
        for version in &versions {
            output::print_line(&line(version))?;
        }
        Ok(())
    }

    pub(super) async fn rollback(&self, arguments: RollbackArguments) -> Result<(), Failure> {
        let RollbackArguments {
            name,
            version,
            write,
        } = arguments;
        let record = self.get(&name)?;
        let versions = self.agents.history(&name).await.map_err(failure)?;
        let wanted = versions.into_iter().find(|found| found.revision == version);
        let wanted = wanted.and_then(|version| version.spec);
        let wanted = wanted.ok_or_else(|| no_version(&name, version))?;
        output::notice(&difference(record.spec.json(), &wanted).join("\n"));
        ask(write)?;
        let back = Action::Rollback(name, version);
        let expected = Expected::Revision(record.revision);
        self.change(vec![(back, expected)], write.json).await
    }

    pub(super) fn export(&self, name: &str) -> Result<(), Failure> {
        let record = self.get(name)?;
        let names = self.names();
        let live = |name: &str| {
            let compiled = || {
                let mut compiled = self.compiled.iter();
                compiled.find(|tool| tool.definition().name() == name)
            };
            let registered = self.tools.live(name);
            registered.or_else(|| compiled().cloned())
        };
        let (mut tools, mut left_out) = (Vec::new(), Vec::new());
        for listed in record.spec.tools() {
            match names.name(listed).and_then(live) {
                Some(tool) => tools.push(tool),
                None => left_out.push(listed.to_string()),
            }
        }
        if !left_out.is_empty() {
            output::notice(&format!("left out: {}", left_out.join(", ")));
        }
        let tools: Vec<&ToolDef> = tools.iter().map(|tool| tool.definition()).collect();
        let exported = export(&record.spec, &tools);
        print_export(
            &exported.request,
            &json!(exported.renamed),
            &json!(exported.problems),
        )
    }

    /// Makes changes, and prints the new revision of each agent.
    pub(super) async fn change(
        &self,
        changes: Vec<(Action<Agent>, Expected)>,
        json: bool,
    ) -> Result<(), Failure> {
        let requests = changes.into_iter().map(|(action, expected)| Request {
            action,
            expected,
            by: author(),
        });
        let requests: Vec<_> = requests.collect();
        let names = requests.iter().map(|request| request.name().to_owned());
        let names: Vec<_> = names.collect();
        let revisions = self.agents.change(requests).await.map_err(failure)?;
        let changed: Vec<_> = names.into_iter().zip(revisions).collect();
        print_revisions(&changed, json)
    }
}
