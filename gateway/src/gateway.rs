//! [`Gateway`]: all other servers, as one source of tools.

use std::{
    collections::BTreeMap,
    fmt,
    path::Path,
    sync::{Arc, Mutex, Weak},
};

use serde::Serialize;
use serde_json::Value;
use tokio::{sync::mpsc, task::AbortHandle};
use toolwright::{
    BoxFuture, Prompt, Resource, Tool, ToolError,
    catalog::{Change, ToolSource},
    client::{Connection, ConnectionError},
};
use toolwright_base::lock;

use crate::{
    config::ServerConfig,
    definitions::{self, Lists, name_of},
    items::RemoteItem,
    launch::Launcher,
    pins::{Change as HeldChange, Offer, PinError, Pins},
    suspicion::suspicions,
    upstream::{Loading, Upstream, UpstreamState},
};

/// The most changes that wait to be read. A further one is told by those.
const MAX_CHANGES: usize = 16;

/// Other MCP servers, as one source of tools. Clones share the servers.
///
/// See the [crate](crate) for an example.
#[derive(Clone)]
pub struct Gateway(Arc<GatewayState>);

struct GatewayState {
    servers: BTreeMap<String, ServedUpstream>,
    pins: Pins,
    announce: mpsc::Sender<Change>,
    changes: tokio::sync::Mutex<mpsc::Receiver<Change>>,
    tasks: Mutex<Vec<AbortHandle>>,
}

/// A server, and what is served of it.
struct ServedUpstream {
    upstream: Arc<Upstream>,
    served: Mutex<Served>,
}

/// What is served of one server.
#[derive(Default, Clone)]
struct Served {
    tools: Vec<Arc<RemoteItem<toolwright::ToolDef>>>,
    prompts: Vec<Arc<dyn Prompt>>,
    resources: Vec<Arc<dyn Resource>>,
    offered: Vec<Offer>,
    held: Vec<HeldChange>,
    problems: Vec<String>,
}

/// What a server is doing, and what it offers.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct ServerStatus {
    /// The name.
    pub name: String,
    /// `stdio`, `http` or `sse`.
    pub transport: &'static str,
    /// What the connection is doing.
    #[serde(flatten)]
    pub state: UpstreamState,
    /// The names that its tools have here.
    pub tools: Vec<String>,
    /// The number of its resources and templates.
    pub resources: usize,
    /// The number of its prompts.
    pub prompts: usize,
    /// The changes that are held back until they are approved.
    pub held: Vec<HeldChange>,
    /// Definitions that are left out, and descriptions that look as if they were meant to mislead.
    pub problems: Vec<String>,
    /// The last lines that a program wrote to its standard error.
    pub last_lines: Vec<String>,
}

impl fmt::Debug for Gateway {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gateway")
            .field("servers", &self.0.servers.keys())
            .finish_non_exhaustive()
    }
}

impl Drop for GatewayState {
    fn drop(&mut self) {
        for task in lock(&self.tasks).drain(..) {
            task.abort();
        }
    }
}

impl Gateway {
    /// Creates a gateway to these servers, which is not connected before it is
    /// [started](Self::start). `lock_file` stores the definitions that were seen first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn new(
        servers: impl IntoIterator<Item = ServerConfig>,
        launcher: impl Launcher + 'static,
        lock_file: Option<&Path>,
    ) -> Result<Self, PinError> {
        let launcher: Arc<dyn Launcher> = Arc::new(launcher);
        let served = |config: ServerConfig| {
            let name = config.name.clone();
            let upstream = Arc::new(Upstream::new(config, Arc::clone(&launcher)));
            let served = Mutex::default();
            (name, ServedUpstream { upstream, served })
        };
        let (announce, changes) = mpsc::channel(MAX_CHANGES);
        Ok(Self(Arc::new(GatewayState {
            servers: servers.into_iter().map(served).collect(),
            pins: Pins::open(lock_file)?,
            announce,
            changes: tokio::sync::Mutex::new(changes),
            tasks: Mutex::default(),
        })))
    }

    /// Connects to all servers, in the background and side by side.
    pub fn start(&self) {
        let mut tasks = lock(&self.0.tasks);
        for (name, served) in &self.0.servers {
            let (state, name) = (Arc::downgrade(&self.0), name.clone());
            let upstream = Arc::clone(&served.upstream);
            let task = tokio::spawn(async move {
                let load = |connection: Arc<Connection>| -> Loading {
                    let (state, name) = (Weak::clone(&state), name.clone());
                    Box::pin(async move {
                        match state.upgrade() {
                            Some(state) => state.load(&name, &connection).await,
                            None => Ok(()),
                        }
                    })
                };
                upstream.keep(load).await;
            });
            tasks.push(task.abort_handle());
        }
    }

    /// Closes all connections.
    pub fn stop(&self) {
        for task in lock(&self.0.tasks).drain(..) {
            task.abort();
        }
    }

    /// Returns what each server is doing, ordered by name.
    #[must_use]
    pub fn status(&self) -> Vec<ServerStatus> {
        self.0
            .servers
            .values()
            .map(ServedUpstream::status)
            .collect()
    }

    /// Serves what a server offers now, although it differs from what was seen first. Returns
    /// whether there is such a server.
    ///
    /// # Errors
    /// If that cannot be stored.
    pub fn approve(&self, server: &str) -> Result<bool, PinError> {
        let Some(served) = self.0.servers.get(server) else {
            return Ok(false);
        };
        let offered = lock(&served.served).offered.clone();
        self.0.pins.approve(server, &offered)?;
        self.0.serve(server, offered)?;
        Ok(true)
    }

    /// Returns the tool that a server has under this name there, for tools that refer to it.
    ///
    /// # Errors
    /// [`ToolError::Unavailable`] if there is no such server, or it does not have the tool now.
    pub async fn tool(&self, server: &str, name: &str) -> Result<Arc<dyn Tool>, ToolError> {
        let found = self.0.servers.get(server);
        let served = found.ok_or_else(|| {
            ToolError::unavailable(format!("there is no MCP server `{server}` in `mcp.json`"))
        })?;
        served.upstream.connection().await?;
        let tools = lock(&served.served).tools.clone();
        let tool = tools.into_iter().find(|tool| tool.name == name);
        let tool = tool.ok_or_else(|| {
            ToolError::unavailable(format!("the MCP server `{server}` has no tool `{name}`"))
        })?;
        Ok(tool as Arc<dyn Tool>)
    }
}

impl ServedUpstream {
    fn status(&self) -> ServerStatus {
        let served = lock(&self.served).clone();
        let tools = served.tools.iter();
        ServerStatus {
            name: self.upstream.config.name.clone(),
            transport: self.upstream.config.transport.word(),
            state: self.upstream.state(),
            tools: tools
                .map(|tool| tool.definition.name().to_owned())
                .collect(),
            resources: served.resources.len(),
            prompts: served.prompts.len(),
            held: served.held,
            problems: served.problems,
            last_lines: self.upstream.last_lines(),
        }
    }
}

impl GatewayState {
    /// Reads what a server offers, and serves what was seen before.
    async fn load(&self, name: &str, connection: &Connection) -> Result<(), ConnectionError> {
        let Some(served) = self.servers.get(name) else {
            return Ok(());
        };
        let lists = Lists::read(connection).await?;
        let config = &served.upstream.config;
        let offers = |kind: &str, entries: Vec<Value>| -> Vec<Offer> {
            let named = entries.into_iter().filter_map(|entry| {
                let name = name_of(&entry).filter(|name| config.takes(name))?;
                Some((format!("{kind} {name}"), entry))
            });
            named.collect()
        };
        let mut offered = offers("tool", lists.tools);
        offered.extend(offers("prompt", lists.prompts));
        let mut problems = lists.problems;
        let mut resources = Vec::new();
        for entry in lists.resources.iter().chain(&lists.templates) {
            match definitions::resource(config, entry) {
                Ok(definition) => resources.push(Arc::new(RemoteItem {
                    upstream: Arc::clone(&served.upstream),
                    name: definition.uri().to_owned(),
                    definition,
                }) as Arc<dyn Resource>),
                Err(problem) => problems.push(format!("a resource is left out: {problem}")),
            }
        }
        {
            let mut now = lock(&served.served);
            now.resources = resources;
            now.problems = problems;
        }
        let stored = self.serve(name, offered);
        stored.map_err(|error| ConnectionError::Invalid(error.to_string()))
    }

    /// Serves what was seen before of what a server offers now.
    fn serve(&self, name: &str, offered: Vec<Offer>) -> Result<(), PinError> {
        let Some(served) = self.servers.get(name) else {
            return Ok(());
        };
        let (upstream, config) = (&served.upstream, &served.upstream.config);
        let screened = self
            .pins
            .screen(name, offered.clone(), config.trust.follow)?;
        let (mut tools, mut prompts, mut problems) = (Vec::new(), Vec::new(), Vec::new());
        for (item, definition) in &screened.served {
            let description = definition["description"].as_str().unwrap_or_default();
            let found = suspicions(description);
            problems.extend(found.into_iter().map(|sign| format!("{item}: {sign}")));
            let there = name_of(definition).unwrap_or_default().to_owned();
            let upstream = Arc::clone(upstream);
            let problem = if item.starts_with("tool ") {
                definitions::tool(config, definition).map(|definition| {
                    tools.push(Arc::new(RemoteItem {
                        upstream,
                        name: there,
                        definition,
                    }));
                })
            } else {
                definitions::prompt(config, definition).map(|definition| {
                    let prompt = RemoteItem {
                        upstream,
                        name: there,
                        definition,
                    };
                    prompts.push(Arc::new(prompt) as Arc<dyn Prompt>);
                })
            };
            if let Err(problem) = problem {
                problems.push(format!("{item} is left out: {problem}"));
            }
        }
        let mut now = lock(&served.served);
        for held in screened.held.iter().filter(|held| !now.held.contains(held)) {
            tracing::warn!(server = %name, item = %held.item, "a changed definition is held back");
        }
        for problem in problems.iter().filter(|one| !now.problems.contains(one)) {
            tracing::warn!(server = %name, "{problem}");
        }
        now.problems
            .retain(|problem| problem.starts_with("a resource") || problem.starts_with('`'));
        now.problems.extend(problems);
        (now.tools, now.prompts) = (tools, prompts);
        (now.offered, now.held) = (offered, screened.held);
        drop(now);
        for change in [Change::Tools, Change::Prompts, Change::Resources] {
            let _ = self.announce.try_send(change);
        }
        Ok(())
    }
}

impl ToolSource for Gateway {
    fn tools(&self) -> Vec<Arc<dyn Tool>> {
        let of = |served: &ServedUpstream| lock(&served.served).tools.clone();
        let tools = self.0.servers.values().flat_map(of);
        tools.map(|tool| tool as Arc<dyn Tool>).collect()
    }

    fn resources(&self) -> Vec<Arc<dyn Resource>> {
        let of = |served: &ServedUpstream| lock(&served.served).resources.clone();
        self.0.servers.values().flat_map(of).collect()
    }

    fn prompts(&self) -> Vec<Arc<dyn Prompt>> {
        let of = |served: &ServedUpstream| lock(&served.served).prompts.clone();
        self.0.servers.values().flat_map(of).collect()
    }

    fn changed(&self) -> BoxFuture<'_, Change> {
        Box::pin(async move {
            let change = self.0.changes.lock().await.recv().await;
            match change {
                Some(change) => change,
                None => std::future::pending().await,
            }
        })
    }
}
