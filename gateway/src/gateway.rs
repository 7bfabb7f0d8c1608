//! [`Gateway`]: all other servers, as one source of tools.

use std::{
    collections::BTreeMap,
    fmt,
    path::PathBuf,
    sync::{Arc, Mutex, OnceLock, PoisonError, RwLock, Weak},
    time::Duration,
};

use toolwright::{
    BoxFuture, Prompt, Resource, Tool, ToolError,
    catalog::{Change, ToolSource},
    client::{ConnectionError, LoginStore, OAuth},
};
use toolwright_base::lock;

use crate::{
    clashes::{Clashes, foreign_names},
    config::{ServerConfig, Transport},
    introduction::Introduction,
    launch::Launcher,
    link::UpstreamState,
    logins::Logins,
    pending::Pending,
    pin_place::{PinError, PinPlace},
    pin_store::PinStore,
    pins::{Approval, Pins, fingerprint_of_all},
    places::Places,
    served::{ServedUpstream, ServerStatus},
    upstream::{Event, Loading, Upstream},
};

/// How long a test of a server may take.
const TEST_TIMEOUT: Duration = Duration::from_secs(60);

/// Other MCP servers, as one source of tools. Clones share the servers.
///
/// See the [crate](crate) for an example.
#[derive(Clone)]
pub struct Gateway(Arc<GatewayState>);

struct GatewayState {
    launcher: Arc<dyn Launcher>,
    /// Where the definitions that were seen first are stored.
    pin_place: OnceLock<PinPlace>,
    pins: OnceLock<Arc<Pins>>,
    logins: OnceLock<Arc<dyn Logins>>,
    servers: RwLock<BTreeMap<String, Arc<ServedUpstream>>>,
    places: Arc<Places>,
    changes: Pending,
    /// One configuration after the other.
    configuring: Mutex<()>,
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
        Self(Arc::new(GatewayState {
            launcher: Arc::new(launcher),
            pin_place: lock_file
                .map(PinPlace::File)
                .map_or_else(OnceLock::new, OnceLock::from),
            pins: OnceLock::new(),
            logins: OnceLock::new(),
            servers: RwLock::default(),
            places: Arc::default(),
            changes: Pending::default(),
            configuring: Mutex::default(),
        }))
    }

    /// Sets where the logins to servers are kept, before the first server is configured.
    #[must_use]
    pub fn with_logins(self, logins: impl Logins + 'static) -> Self {
        let _ = self.0.logins.set(Arc::new(logins));
        self
    }

    /// Sets the store of the definitions that were seen first, in place of a file, before the first server is
    /// configured.
    #[must_use]
    pub fn with_shared_pins(self, store: impl PinStore + 'static) -> Self {
        let _ = self.0.pin_place.set(PinPlace::Shared(Arc::new(store)));
        self
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
        let _turn = lock(&self.0.configuring);
        if self.0.pins.get().is_none() {
            let place = self.0.pin_place.get().cloned();
            let pins = Pins::open(place.unwrap_or_default())?;
            let _ = self.0.pins.set(Arc::new(pins));
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
            served.close();
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
        for served in std::mem::take(&mut *servers).into_values() {
            served.close();
        }
    }

    /// Begins to connect to a server.
    fn connect(&self, config: ServerConfig) -> Arc<ServedUpstream> {
        let login = self.0.login(&config);
        let launcher = Arc::clone(&self.0.launcher);
        let upstream = Arc::new(Upstream::new(config, launcher, login));
        let served = Arc::new(ServedUpstream::new(Arc::clone(&upstream)));
        let (state, weak) = (Arc::downgrade(&self.0), Arc::downgrade(&served));
        let places = Arc::clone(&self.0.places);
        let task = tokio::spawn(async move {
            let events = |event: Event| -> Loading {
                let (state, weak) = (Weak::clone(&state), Weak::clone(&weak));
                Box::pin(async move {
                    match (state.upgrade(), weak.upgrade()) {
                        (Some(state), Some(served)) => state.take(&served, event).await,
                        _ => Ok(()),
                    }
                })
            };
            upstream.keep(&places, events).await;
        });
        served.keep(task.abort_handle());
        served
    }

    /// Returns what each server is doing, ordered by name.
    #[must_use]
    pub fn status(&self) -> Vec<ServerStatus> {
        let all = self.0.all();
        let (clashes, mut foreign) = (Clashes::among(&all), foreign_names(&all));
        let status = |served: &Arc<ServedUpstream>| {
            let mut status = served.status();
            status.tools.retain(|name| !clashes.has_tool(name));
            status.problems.extend(clashes.of(&status.name));
            let foreign = foreign.remove(&status.name).unwrap_or_default();
            status.problems.extend(foreign);
            status
        };
        all.iter().map(status).collect()
    }

    /// Connects to a server once, and returns what it offers. Nothing of it is served or stored.
    ///
    /// # Errors
    /// Why it cannot be used, with what a program said last.
    pub async fn test(&self, config: ServerConfig) -> Result<ServerStatus, String> {
        let login = self.0.login(&config);
        let upstream = Arc::new(Upstream::new(config, Arc::clone(&self.0.launcher), login));
        let served = Arc::new(ServedUpstream::new(Arc::clone(&upstream)));
        let read = async {
            let connection = upstream.test().await?;
            let pins = Pins::open(PinPlace::Memory).map_err(|error| error.to_string())?;
            let loaded = served.load(&connection, &Arc::new(pins)).await;
            loaded.map_err(|error| upstream.explained(&error))?;
            Ok(ServerStatus {
                state: UpstreamState::of(&connection),
                ..served.status()
            })
        };
        let read = tokio::time::timeout(TEST_TIMEOUT, read).await;
        let late = || Err(format!("it did not answer within {TEST_TIMEOUT:?}"));
        read.unwrap_or_else(|_| late())
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

    /// Reads the definitions that were seen first again, and serves what was approved elsewhere.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn reload_pins(&self) -> Result<(), PinError> {
        let pins = self.0.pins.get();
        if !pins
            .map(|pins| pins.reload())
            .transpose()?
            .unwrap_or_default()
        {
            return Ok(());
        }
        self.0
            .all()
            .iter()
            .try_for_each(|served| self.0.serve_again(served))
    }

    /// Returns what logs in to a server, and keeps the login where the gateway looks for it.
    ///
    /// # Errors
    /// If there is no such server on the network, or its address is none.
    pub fn oauth(&self, server: &str) -> Result<OAuth, ToolError> {
        let unavailable = |why: String| ToolError::unavailable(why);
        let served = self.0.server(server);
        let config = served.as_ref().map(|served| &served.upstream.config);
        let (login, transport) = match config {
            Some(config) => (self.0.login(config), Some(&config.transport)),
            None => (None, None),
        };
        match (transport, login) {
            (Some(Transport::Http(address) | Transport::Sse(address)), Some(login)) => address
                .oauth(login)
                .map_err(|error| unavailable(error.to_string())),
            _ => Err(unavailable(format!("nobody can log in to `{server}`"))),
        }
    }

    /// Connects to a server anew, now.
    pub fn reconnect(&self, server: &str) {
        if let Some(served) = self.0.server(server) {
            served.upstream.reconnect();
        }
    }

    /// Waits until every server is connected or an attempt has failed.
    pub async fn settled(&self) {
        for served in self.0.all() {
            served.upstream.settled().await;
        }
    }

    /// Returns how a server is reached, `stdio`, `http` or `sse`, if there is one of this name.
    #[must_use]
    pub fn transport(&self, server: &str) -> Option<&'static str> {
        let served = self.0.server(server)?;
        Some(served.upstream.config.transport.word())
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
        let tool = tools.tools.iter().find(|tool| tool.remote_name() == name);
        let tool = tool.ok_or_else(|| {
            ToolError::unavailable(format!("the MCP server `{server}` has no tool `{name}`"))
        })?;
        Ok(Arc::clone(tool) as Arc<dyn Tool>)
    }
}

impl GatewayState {
    /// Returns where the login to a server is kept.
    fn login(&self, config: &ServerConfig) -> Option<Arc<dyn LoginStore>> {
        self.logins.get().map(|logins| logins.of(&config.name))
    }

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
        self.changes.add(changes);
    }

    /// Reads what a server offers, and serves what was seen before; or says which resources have changed.
    async fn take(
        &self,
        served: &Arc<ServedUpstream>,
        event: Event,
    ) -> Result<(), ConnectionError> {
        match (event, self.pins.get()) {
            (Event::Lists(connection), Some(pins)) => {
                self.announce(&served.load(&connection, pins).await?);
            }
            (Event::Lists(_), None) => {}
            (Event::Updated(uris), _) => {
                let changes: Vec<_> = uris.into_iter().map(Change::Resource).collect();
                self.announce(&changes);
            }
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
        let all = self.0.all();
        let clashes = Clashes::among(&all);
        let tools = all.iter().flat_map(|served| served.served().tools.clone());
        let alone = tools.filter(|tool| !clashes.has_tool(tool.definition().name()));
        alone.map(|tool| tool as Arc<dyn Tool>).collect()
    }

    fn resources(&self) -> Vec<Arc<dyn Resource>> {
        let of = |served: Arc<ServedUpstream>| served.served().resources.clone();
        self.0.all().into_iter().flat_map(of).collect()
    }

    fn prompts(&self) -> Vec<Arc<dyn Prompt>> {
        let all = self.0.all();
        let clashes = Clashes::among(&all);
        let prompts = all
            .iter()
            .flat_map(|served| served.served().prompts.clone());
        prompts
            .filter(|prompt| !clashes.has_prompt(prompt.definition().name()))
            .collect()
    }

    fn changed(&self) -> BoxFuture<'_, Change> {
        Box::pin(self.0.changes.next())
    }
}
