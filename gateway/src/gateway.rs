//! [`Gateway`]: all other servers, as one source of tools.

use std::{
    collections::BTreeMap,
    fmt,
    path::PathBuf,
    sync::{Arc, Mutex, OnceLock, PoisonError, RwLock, Weak},
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
    launcher: Arc<dyn Launcher>,
    /// Where the definitions are stored that were seen first.
    lock_file: Option<PathBuf>,
    pins: OnceLock<Pins>,
    servers: RwLock<BTreeMap<String, Arc<ServedUpstream>>>,
    announce: mpsc::Sender<Change>,
    changes: tokio::sync::Mutex<mpsc::Receiver<Change>>,
}

/// A server, and what is served of it.
struct ServedUpstream {
    upstream: Arc<Upstream>,
    served: Mutex<Served>,
    /// The task that keeps the connection.
    task: Mutex<Option<AbortHandle>>,
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

impl Served {
    /// The lists that have something of the server.
    fn kinds(&self) -> Vec<Change> {
        let kinds = [
            (Change::Tools, self.tools.is_empty()),
            (Change::Prompts, self.prompts.is_empty()),
            (Change::Resources, self.resources.is_empty()),
        ];
        let has = kinds.into_iter().filter(|(_, is_empty)| !is_empty);
        has.map(|(change, _)| change).collect()
    }
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
            .field("servers", &self.0.all().len())
            .finish_non_exhaustive()
    }
}

impl Drop for ServedUpstream {
    fn drop(&mut self) {
        if let Some(task) = lock(&self.task).take() {
            task.abort();
        }
    }
}

impl Gateway {
    /// Creates a gateway without servers. `launcher` starts programs, and `lock_file` stores the
    /// definitions that were seen first.
    pub fn new(launcher: impl Launcher + 'static, lock_file: Option<PathBuf>) -> Self {
        let (announce, changes) = mpsc::channel(MAX_CHANGES);
        Self(Arc::new(GatewayState {
            launcher: Arc::new(launcher),
            lock_file,
            pins: OnceLock::new(),
            servers: RwLock::default(),
            announce,
            changes: tokio::sync::Mutex::new(changes),
        }))
    }

    /// Connects to these servers, in the background and side by side, and to no others. Those whose
    /// configuration is the same stay connected.
    ///
    /// # Errors
    /// If the file of definitions cannot be read.
    pub fn configure(
        &self,
        servers: impl IntoIterator<Item = ServerConfig>,
    ) -> Result<(), PinError> {
        if self.0.pins.get().is_none() {
            let pins = Pins::open(self.0.lock_file.as_deref())?;
            let _ = self.0.pins.set(pins);
        }
        let before = self.0.all();
        let kept = |config: ServerConfig| {
            let same = before
                .iter()
                .find(|served| served.upstream.config == config);
            let served = same.map_or_else(|| self.connect(config), Arc::clone);
            (served.upstream.config.name.clone(), served)
        };
        let next: BTreeMap<_, _> = servers.into_iter().map(kept).collect();
        let is_gone =
            |served: &&Arc<ServedUpstream>| !next.values().any(|kept| Arc::ptr_eq(kept, served));
        let gone: Vec<_> = before.iter().filter(is_gone).cloned().collect();
        *self
            .0
            .servers
            .write()
            .unwrap_or_else(PoisonError::into_inner) = next;
        // A new server says itself what it brings.
        for served in gone {
            self.0.announce(&lock(&served.served).kinds());
        }
        Ok(())
    }

    /// Closes all connections. What the servers offer is gone.
    pub fn disconnect(&self) {
        let mut servers = self
            .0
            .servers
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        servers.clear();
    }

    /// Begins to connect to a server.
    fn connect(&self, config: ServerConfig) -> Arc<ServedUpstream> {
        let upstream = Arc::new(Upstream::new(config, Arc::clone(&self.0.launcher)));
        let served = Arc::new(ServedUpstream {
            upstream: Arc::clone(&upstream),
            served: Mutex::default(),
            task: Mutex::default(),
        });
        let (state, weak) = (Arc::downgrade(&self.0), Arc::downgrade(&served));
        let task = tokio::spawn(async move {
            let load = |connection: Arc<Connection>| -> Loading {
                let (state, weak) = (Weak::clone(&state), Weak::clone(&weak));
                Box::pin(async move {
                    match (state.upgrade(), weak.upgrade()) {
                        (Some(state), Some(served)) => state.load(&served, &connection).await,
                        _ => Ok(()),
                    }
                })
            };
            upstream.keep(load).await;
        });
        *lock(&served.task) = Some(task.abort_handle());
        served
    }

    /// Returns what each server is doing, ordered by name.
    #[must_use]
    pub fn status(&self) -> Vec<ServerStatus> {
        self.0.all().iter().map(|served| served.status()).collect()
    }

    /// Serves what a server offers now, although it differs from what was seen first. Returns
    /// whether there is such a server.
    ///
    /// # Errors
    /// If that cannot be stored.
    pub fn approve(&self, server: &str) -> Result<bool, PinError> {
        let Some(served) = self.0.server(server) else {
            return Ok(false);
        };
        let offered = lock(&served.served).offered.clone();
        if let Some(pins) = self.0.pins.get() {
            pins.approve(server, &offered)?;
        }
        self.0.serve(&served, offered)?;
        Ok(true)
    }

    /// Reads the file of definitions again, and serves what was approved elsewhere.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn reload_pins(&self) -> Result<(), PinError> {
        if let Some(pins) = self.0.pins.get() {
            pins.reload()?;
        }
        for served in self.0.all() {
            let offered = lock(&served.served).offered.clone();
            if !offered.is_empty() {
                self.0.serve(&served, offered)?;
            }
        }
        Ok(())
    }

    /// Waits until every server is connected or an attempt has failed.
    pub async fn settled(&self) {
        for served in self.0.all() {
            served.upstream.settled().await;
        }
    }

    /// Returns the tool that a server has under this name there, for tools that refer to it.
    ///
    /// # Errors
    /// [`ToolError::Unavailable`] if there is no such server, or it does not have the tool now.
    pub async fn tool(&self, server: &str, name: &str) -> Result<Arc<dyn Tool>, ToolError> {
        let served = self.0.server(server).ok_or_else(|| {
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
    /// Returns all servers, ordered by name.
    fn all(&self) -> Vec<Arc<ServedUpstream>> {
        let servers = self.servers.read().unwrap_or_else(PoisonError::into_inner);
        servers.values().cloned().collect()
    }

    fn server(&self, name: &str) -> Option<Arc<ServedUpstream>> {
        let servers = self.servers.read().unwrap_or_else(PoisonError::into_inner);
        servers.get(name).cloned()
    }

    /// Says that these lists have changed.
    fn announce(&self, changes: &[Change]) {
        for change in changes {
            let _ = self.announce.try_send(change.clone());
        }
    }

    /// Reads what a server offers, and serves what was seen before.
    async fn load(
        &self,
        served: &ServedUpstream,
        connection: &Connection,
    ) -> Result<(), ConnectionError> {
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
            if !now.resources.is_empty() && resources.is_empty() {
                self.announce(&[Change::Resources]);
            }
            now.resources = resources;
            now.problems = problems;
        }
        let stored = self.serve(served, offered);
        stored.map_err(|error| ConnectionError::Invalid(error.to_string()))
    }

    /// Serves what was seen before of what a server offers now.
    fn serve(&self, served: &ServedUpstream, offered: Vec<Offer>) -> Result<(), PinError> {
        let Some(pins) = self.pins.get() else {
            return Ok(());
        };
        let (upstream, config) = (&served.upstream, &served.upstream.config);
        let name = &config.name;
        let screened = pins.screen(name, offered.clone(), config.trust.follow)?;
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
        let mut changes = now.kinds();
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
        let new = now
            .kinds()
            .into_iter()
            .filter(|kind| !changes.contains(kind));
        let new: Vec<_> = new.collect();
        drop(now);
        changes.extend(new);
        self.announce(&changes);
        Ok(())
    }
}

impl ToolSource for Gateway {
    fn tools(&self) -> Vec<Arc<dyn Tool>> {
        let of = |served: Arc<ServedUpstream>| lock(&served.served).tools.clone();
        let tools = self.0.all().into_iter().flat_map(of);
        tools.map(|tool| tool as Arc<dyn Tool>).collect()
    }

    fn resources(&self) -> Vec<Arc<dyn Resource>> {
        let of = |served: Arc<ServedUpstream>| lock(&served.served).resources.clone();
        self.0.all().into_iter().flat_map(of).collect()
    }

    fn prompts(&self) -> Vec<Arc<dyn Prompt>> {
        let of = |served: Arc<ServedUpstream>| lock(&served.served).prompts.clone();
        self.0.all().into_iter().flat_map(of).collect()
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
