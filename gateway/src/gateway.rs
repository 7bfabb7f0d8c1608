//! [`Gateway`]: all other servers, as one source of tools.

use std::{
    collections::BTreeMap,
    fmt,
    path::PathBuf,
    sync::{Arc, OnceLock, PoisonError, RwLock, Weak},
};

use tokio::sync::mpsc;
use toolwright::{
    BoxFuture, Prompt, Resource, Tool, ToolError,
    catalog::{Change, ToolSource},
    client::{Connection, ConnectionError},
};

use crate::{
    config::ServerConfig,
    introduction::Introduction,
    launch::Launcher,
    pins::{PinError, Pins, fingerprint_of_all},
    served::{ServedUpstream, ServerStatus},
    upstream::{Loading, Upstream},
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

/// What became of an approval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Approval {
    /// The definitions are served.
    Done,
    /// There is no such server.
    Unknown,
    /// The server has other definitions by now than those that were seen.
    Changed,
}

impl fmt::Debug for Gateway {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gateway")
            .field("servers", &self.0.all().len())
            .finish_non_exhaustive()
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
            self.0.announce(&served.served().kinds());
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
        let served = Arc::new(ServedUpstream::new(Arc::clone(&upstream)));
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
        served.keep(task.abort_handle());
        served
    }

    /// Returns what each server is doing, ordered by name.
    #[must_use]
    pub fn status(&self) -> Vec<ServerStatus> {
        self.0.all().iter().map(|served| served.status()).collect()
    }

    /// Returns how a server introduces itself, while it is connected.
    #[must_use]
    pub fn introduction(&self, server: &str) -> Option<Introduction> {
        self.0.server(server)?.upstream.introduction()
    }

    /// Serves what a server offers now, although it differs from what was seen first. `seen` is the
    /// [fingerprint](ServerStatus::seen) of what somebody has looked at: if the server has something else
    /// by now, nothing is approved.
    ///
    /// # Errors
    /// If that cannot be stored.
    pub fn approve(&self, server: &str, seen: Option<&str>) -> Result<Approval, PinError> {
        let Some(served) = self.0.server(server) else {
            return Ok(Approval::Unknown);
        };
        let offered = served.served();
        let offered = &offered.offered;
        if seen.is_some_and(|seen| seen != fingerprint_of_all(offered)) {
            return Ok(Approval::Changed);
        }
        if let Some(pins) = self.0.pins.get() {
            pins.approve(server, offered)?;
        }
        self.0.serve_again(&served)?;
        Ok(Approval::Done)
    }

    /// Reads the file of definitions again, and serves what was approved elsewhere.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn reload_pins(&self) -> Result<(), PinError> {
        if let Some(pins) = self.0.pins.get() {
            pins.reload()?;
        }
        self.0
            .all()
            .iter()
            .try_for_each(|served| self.0.serve_again(served))
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
        let tools = served.served();
        let tool = tools.tools.iter().find(|tool| tool.name == name);
        let tool = tool.ok_or_else(|| {
            ToolError::unavailable(format!("the MCP server `{server}` has no tool `{name}`"))
        })?;
        Ok(Arc::clone(tool) as Arc<dyn Tool>)
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
        if let Some(pins) = self.pins.get() {
            self.announce(&served.load(connection, pins).await?);
        }
        Ok(())
    }

    /// Serves what was seen before of what a server offered last.
    fn serve_again(&self, served: &ServedUpstream) -> Result<(), PinError> {
        let offered = served.served();
        if let Some(pins) = self.pins.get().filter(|_| !offered.offered.is_empty()) {
            self.announce(&served.serve((*offered).clone(), pins)?);
        }
        Ok(())
    }
}

impl ToolSource for Gateway {
    fn tools(&self) -> Vec<Arc<dyn Tool>> {
        let of = |served: Arc<ServedUpstream>| served.served().tools.clone();
        let tools = self.0.all().into_iter().flat_map(of);
        tools.map(|tool| tool as Arc<dyn Tool>).collect()
    }

    fn resources(&self) -> Vec<Arc<dyn Resource>> {
        let of = |served: Arc<ServedUpstream>| served.served().resources.clone();
        self.0.all().into_iter().flat_map(of).collect()
    }

    fn prompts(&self) -> Vec<Arc<dyn Prompt>> {
        let of = |served: Arc<ServedUpstream>| served.served().prompts.clone();
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
