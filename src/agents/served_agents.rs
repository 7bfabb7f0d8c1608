//! [`ServedAgents`]: the agents of the registry as virtual servers.

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex, OnceLock},
};

use toolwright::{
    Catalog,
    access::AccessRole,
    call::ClientProfile,
    catalog::Snapshot,
    transport::{VirtualServer, VirtualServers},
};
use toolwright_base::lock;
use toolwright_registry::{Agent, Agents, Record, Registry, ToolNames, ToolReference};

/// The path before the name of an agent.
pub(crate) const PREFIX: &str = "/mcp/agents";

/// The agents of the registry as virtual servers. Clones share them.
#[derive(Clone)]
pub(crate) struct ServedAgents {
    inner: Arc<ServedInner>,
}

struct ServedInner {
    agents: Agents,
    tools: Registry,
    /// The catalogue of the server, which it has when it starts.
    catalog: OnceLock<Catalog>,
    known: Mutex<KnownServers>,
}

/// What was computed for the present tools.
#[derive(Default)]
struct KnownServers {
    snapshot: Option<Arc<Snapshot>>,
    /// Counts the changes of definitions that `names` knows.
    definitions: u64,
    names: Arc<ToolNames>,
    servers: HashMap<String, (Arc<Agent>, Arc<VirtualServer>)>,
}

/// A tool in the list of an agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AgentTool {
    /// The tool as the list names it.
    pub(crate) listed: ToolReference,
    /// Its name, if there is such a tool.
    pub(crate) name: Option<String>,
    /// Whether it is in the catalogue, so that it can be called by those who may.
    pub(crate) is_live: bool,
}

impl fmt::Debug for ServedAgents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.agents.fmt(f)
    }
}

impl ServedAgents {
    /// Creates the virtual servers of these agents, with the tools of this registry and of the catalogue.
    pub(crate) fn new(agents: Agents, tools: Registry) -> Self {
        Self {
            inner: Arc::new(ServedInner {
                agents,
                tools,
                catalog: OnceLock::new(),
                known: Mutex::default(),
            }),
        }
    }

    /// Takes over the catalogue of the server that starts.
    pub(crate) fn start(&self, catalog: &Catalog) {
        // A server starts once.
        let _ = self.inner.catalog.set(catalog.clone());
    }

    /// Returns the agents of the registry.
    pub(crate) fn registry(&self) -> &Agents {
        &self.inner.agents
    }

    /// Returns the names of the tools that exist now.
    pub(crate) fn names(&self) -> Arc<ToolNames> {
        let mut known = lock(&self.inner.known);
        self.refresh(&mut known);
        Arc::clone(&known.names)
    }

    /// Returns the tools in the list of an agent, with those that are gone.
    pub(crate) fn tools_of(&self, agent: &Agent) -> Vec<AgentTool> {
        let names = self.names();
        let snapshot = self.inner.catalog.get().map(Catalog::snapshot);
        let tools = agent.tools().iter().map(|listed| {
            let name = names.name(listed);
            let live = name.zip(snapshot.as_ref());
            AgentTool {
                listed: listed.clone(),
                is_live: live.is_some_and(|(name, snapshot)| snapshot.tool(name).is_some()),
                name: name.map(ToOwned::to_owned),
            }
        });
        tools.collect()
    }

    /// Returns whether a caller may use an agent: it is theirs, or shared. Admins may use all.
    pub(crate) fn may_use(agent: &Agent, client: &ClientProfile) -> bool {
        let Some(rights) = client.rights() else {
            return true;
        };
        let role = client.caller().role();
        agent.is_public()
            || agent.owner() == Some(rights.user())
            || role == AccessRole::Admin && !rights.is_limited()
    }

    fn record(&self, name: &str, client: &ClientProfile) -> Option<Record<Agent>> {
        let record = self.inner.agents.get(name)?;
        let is_served = record.spec.is_active() && Self::may_use(&record.spec, client);
        is_served.then_some(record)
    }

    /// Computes the names anew if there are other tools than before.
    fn refresh(&self, known: &mut KnownServers) {
        let Some(catalog) = self.inner.catalog.get() else {
            return;
        };
        let snapshot = catalog.snapshot();
        let definitions = *self.inner.tools.changes().borrow();
        let is_same = known.snapshot.as_ref();
        let is_same = is_same.is_some_and(|before| Arc::ptr_eq(before, &snapshot));
        if is_same && known.definitions == definitions {
            return;
        }
        let records = self.inner.tools.records();
        let rows = records
            .iter()
            .map(|record| (record.spec.name(), record.row()));
        let live = snapshot
            .tools()
            .map(|tool| (tool.definition().name(), None));
        *known = KnownServers {
            // Those of the catalogue first, so that the ids of the registry count.
            names: Arc::new(ToolNames::new(live.chain(rows))),
            snapshot: Some(Arc::clone(&snapshot)),
            definitions,
            servers: HashMap::new(),
        };
    }

    /// Returns the virtual server of an agent, and logs what it leaves out.
    fn build(agent: &Agent, names: &ToolNames, snapshot: &Snapshot) -> VirtualServer {
        let (mut served, mut left_out) = (Vec::with_capacity(agent.tools().len()), Vec::new());
        for listed in agent.tools() {
            let name = names.name(listed);
            match name.filter(|name| snapshot.tool(name).is_some()) {
                Some(name) => served.push(name.to_owned()),
                None => left_out.push(name.map_or_else(|| listed.to_string(), ToOwned::to_owned)),
            }
        }
        if !left_out.is_empty() {
            let (count, first) = (left_out.len(), left_out.join(", "));
            let first = toolwright_base::cut_text(&first, MAX_LOGGED);
            tracing::warn!(
                "the agent `{}` has {count} tools that are gone or switched off, and left out: {first}",
                agent.name()
            );
        }
        let server = VirtualServer::new(agent.name(), served);
        match agent.system_prompt() {
            Some(text) => server
                .instructions(text)
                .prompt(agent.description().unwrap_or("The system prompt."), text),
            None => server,
        }
    }
}

/// The most bytes of a list of names in a line of the log.
const MAX_LOGGED: usize = 1000;

impl VirtualServers for ServedAgents {
    fn find(&self, name: &str, client: &ClientProfile) -> Option<Arc<VirtualServer>> {
        let record = self.record(name, client)?;
        let mut known = lock(&self.inner.known);
        self.refresh(&mut known);
        let KnownServers {
            snapshot,
            names,
            servers,
            ..
        } = &mut *known;
        let snapshot = snapshot.as_ref()?;
        if let Some((agent, server)) = servers.get(name)
            && Arc::ptr_eq(agent, &record.spec)
        {
            return Some(Arc::clone(server));
        }
        let server = Arc::new(Self::build(&record.spec, names, snapshot));
        let present = self.inner.agents.all();
        if servers.len() > present.len() {
            // Some were removed, or have another name.
            servers.retain(|name, _| present.contains_key(name));
        }
        servers.insert(name.to_owned(), (record.spec, Arc::clone(&server)));
        Some(server)
    }
}
