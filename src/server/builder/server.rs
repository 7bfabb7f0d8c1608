//! [`Server`]: what a server is made of, before it runs.

use std::{fmt, future::Future, mem::take, sync::Arc, time::Duration};

use super::{built_server::BuiltServer, mount::Mount};
use crate::{
    core::{
        Catalog, Discovered, Implementation, Item, Middleware, Prompt, Resource, Services,
        StateType, States, Tool, ToolSource,
    },
    executor::{DEFAULT_TIMEOUT, Executor, Govern, PlanTool, Policy},
    server::{
        client_state::StateSeal,
        dispatch::{Dispatcher, Settings},
        error::{Error, Result},
        in_memory::Client,
        lifecycle::{Hook, HookError, Startup},
    },
};

/// The most entries of a list in one answer, where the server does not say.
const PAGE_SIZE: usize = 1000;

/// An MCP server: its tools, resources and prompts, and what they share.
///
/// ```
/// use toolwright::prelude::*;
///
/// /// Add two numbers.
/// #[tool]
/// async fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> toolwright::Result<()> {
/// let client = Server::new("demo").tools(tools![add]).client().await?;
/// let sum = client.call("add", serde_json::json!({"a": 1, "b": 2})).await?;
/// assert_eq!(sum.joined_text(), "3");
/// # Ok(())
/// # }
/// ```
#[must_use = "a server does nothing before it runs"]
pub struct Server {
    info: Implementation,
    instructions: Option<String>,
    tools: Vec<Arc<dyn Tool>>,
    resources: Vec<Arc<dyn Resource>>,
    prompts: Vec<Arc<dyn Prompt>>,
    sources: Vec<Arc<dyn ToolSource>>,
    states: States,
    middleware: Vec<Arc<dyn Middleware>>,
    mounts: Vec<(String, Self)>,
    startup: Startup,
    page_size: usize,
    list_ttl: Duration,
    timeout: Duration,
    policy: Policy,
    governance: Option<Arc<dyn Govern>>,
    plans: bool,
    state_key: Option<[u8; 32]>,
    http_by_default: bool,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("name", &self.info.name)
            .field("tools", &self.tools.len())
            .field("resources", &self.resources.len())
            .field("prompts", &self.prompts.len())
            .finish_non_exhaustive()
    }
}

impl Server {
    /// A server of this name, without anything in it.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            info: Implementation::new(name, env!("CARGO_PKG_VERSION")),
            instructions: None,
            tools: Vec::new(),
            resources: Vec::new(),
            prompts: Vec::new(),
            sources: Vec::new(),
            states: States::default(),
            middleware: Vec::new(),
            mounts: Vec::new(),
            startup: Startup::default(),
            page_size: PAGE_SIZE,
            list_ttl: Duration::ZERO,
            timeout: DEFAULT_TIMEOUT,
            policy: Policy::all(),
            governance: None,
            plans: false,
            state_key: None,
            http_by_default: false,
        }
    }

    /// A server with every `#[tool]`, `#[resource]` and `#[prompt]` that is linked into the binary, but for those that this crate
    /// brings along.
    pub fn discover(name: impl Into<String>) -> Self {
        let mut server = Self::new(name);
        let yours = |found: &&Registration| !found.is_built_in();
        for found in inventory::iter::<Registration>.into_iter().filter(yours) {
            match found.item {
                RegisteredItem::Tool(make) => server.tools.push(make()),
                RegisteredItem::Resource(make) => server.resources.push(make()),
                RegisteredItem::Prompt(make) => server.prompts.push(make()),
            }
        }
        server
    }

    /// Its version; where it is not said, that of this crate.
    pub fn version(mut self, version: impl Into<String>) -> Self {
        self.info.version = version.into();
        self
    }

    /// A name for people.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.info.title = Some(title.into());
        self
    }

    /// What the model should know about the server as a whole.
    pub fn instructions(mut self, instructions: impl Into<String>) -> Self {
        self.instructions = Some(instructions.into());
        self
    }

    /// Adds tools: `tools![add, sub]`.
    pub fn tools(mut self, tools: impl IntoIterator<Item = Arc<dyn Tool>>) -> Self {
        self.tools.extend(tools);
        self
    }

    /// Adds resources: `resources![user]`.
    pub fn resources(mut self, resources: impl IntoIterator<Item = Arc<dyn Resource>>) -> Self {
        self.resources.extend(resources);
        self
    }

    /// Adds prompts: `prompts![plan]`.
    pub fn prompts(mut self, prompts: impl IntoIterator<Item = Arc<dyn Prompt>>) -> Self {
        self.prompts.extend(prompts);
        self
    }

    /// Adds tools that come and go while the server runs.
    pub fn source(mut self, source: impl ToolSource + 'static) -> Self {
        self.sources.push(Arc::new(source));
        self
    }

    /// A value for functions that take `State<T>`.
    pub fn state<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.states.insert(value);
        self
    }

    /// Code around every call; the first that is added is the outermost.
    pub fn middleware(mut self, middleware: impl Middleware) -> Self {
        self.middleware.push(Arc::new(middleware));
        self
    }

    /// Takes another server in: its tools and prompts as `prefix_name`, its resources at `scheme://prefix/…`. It keeps its own
    /// states and its own middleware.
    pub fn mount(mut self, prefix: impl Into<String>, other: Self) -> Self {
        self.mounts.push((prefix.into(), other));
        self
    }

    /// What to do before the first request. An error stops the start.
    pub fn on_start<F, R, E>(mut self, hook: F) -> Self
    where
        F: FnOnce(Arc<Services>) -> R + Send + 'static,
        R: Future<Output = Result<(), E>> + Send + 'static,
        E: Into<HookError>,
    {
        self.startup.on_start.push(Hook::new(hook));
        self
    }

    /// What to do after the last request.
    pub fn on_stop<F, R, E>(mut self, hook: F) -> Self
    where
        F: FnOnce(Arc<Services>) -> R + Send + 'static,
        R: Future<Output = Result<(), E>> + Send + 'static,
        E: Into<HookError>,
    {
        self.startup.on_stop.push(Hook::new(hook));
        self
    }

    /// What has to be there for calls to succeed, and how to find out: while `check` fails, `/readyz` answers 503 and names it.
    pub fn ready_when<F, R, E>(mut self, name: impl Into<String>, check: F) -> Self
    where
        F: Fn() -> R + Send + Sync + 'static,
        R: Future<Output = Result<(), E>> + Send + 'static,
        E: Into<HookError>,
    {
        self.startup.readiness.add(name.into(), check);
        self
    }

    /// The most entries of a list in one answer; 1000 where it is not said.
    pub fn page_size(mut self, entries: usize) -> Self {
        self.page_size = entries.max(1);
        self
    }

    /// How long clients may keep lists; not at all where it is not said.
    pub fn list_ttl(mut self, ttl: Duration) -> Self {
        self.list_ttl = ttl;
        self
    }

    /// How long a call may take where its tool does not say; 30 seconds where nobody does.
    pub fn default_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Which tools may run; all of them where it is not said.
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// What checks, limits and logs every call.
    pub fn govern(mut self, governance: impl Govern) -> Self {
        self.governance = Some(Arc::new(governance));
        self
    }

    /// Adds the tool `run_plan`, with which agents call several tools at once.
    pub fn plans(mut self) -> Self {
        self.plans = true;
        self
    }

    /// The key that seals what clients carry between two rounds of questions. Servers behind one address share it; where it is not
    /// said, each process has its own.
    pub fn state_key(mut self, key: [u8; 32]) -> Self {
        self.state_key = Some(key);
        self
    }

    /// Without a command, serve HTTP; where it is not said, the program serves standard input and output.
    pub fn http_by_default(mut self) -> Self {
        self.http_by_default = true;
        self
    }

    pub(crate) const fn serves_http_by_default(&self) -> bool {
        self.http_by_default
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.info.name
    }

    pub(crate) fn version_text(&self) -> &str {
        &self.info.version
    }

    /// Puts everything together.
    ///
    /// # Errors
    /// When two things have one name, or a function takes a state that is not there.
    pub fn build(mut self) -> Result<BuiltServer> {
        self.check_states()?;
        let catalog = Catalog::default();
        let startup = self.fill(&catalog)?;
        let settings = Settings {
            info: self.info,
            instructions: self.instructions,
            page_size: self.page_size,
            list_ttl: self.list_ttl,
            timeout: self.timeout,
        };
        let chain = self.middleware.into();
        let executor = Executor::new(
            catalog.clone(),
            chain,
            self.timeout,
            self.policy,
            self.governance,
        );
        if self.plans {
            catalog.add_tool(Arc::new(PlanTool::of(&executor)))?;
        }
        let seal = self
            .state_key
            .map_or_else(StateSeal::ephemeral, |key| StateSeal::new(&key));
        let services = Arc::new(Services::new(self.states, catalog));
        let dispatcher = Dispatcher::new(settings, executor, services, seal);
        Ok(BuiltServer::new(dispatcher, startup))
    }

    /// Puts what this server and its mounted ones have into `catalog`; says what runs beside the requests.
    fn fill(&mut self, catalog: &Catalog) -> Result<Startup> {
        for tool in take(&mut self.tools) {
            catalog.add_tool(tool)?;
        }
        for resource in take(&mut self.resources) {
            catalog.add_resource(resource)?;
        }
        for prompt in take(&mut self.prompts) {
            catalog.add_prompt(prompt)?;
        }
        let mut startup = take(&mut self.startup);
        for (prefix, other) in take(&mut self.mounts) {
            let other = other.build()?;
            self.sources.push(Arc::new(Mount::new(prefix, &other)?));
            let services = Arc::clone(other.dispatcher().services());
            startup.mount(other.into_startup(), &services);
        }
        for source in take(&mut self.sources) {
            catalog.attach(Arc::clone(&source))?;
            startup.watched.push((source, catalog.clone()));
        }
        Ok(startup)
    }

    /// A client in memory, for tests: no port, no process.
    ///
    /// # Errors
    /// When the server cannot be built, or a hook fails.
    pub async fn client(self) -> Result<Client> {
        self.build()?.client().await
    }

    fn check_states(&self) -> Result<()> {
        let tools = self
            .tools
            .iter()
            .map(|tool| ("tool", tool.definition().name(), tool.requires()));
        let resources = self
            .resources
            .iter()
            .map(|resource| ("resource", resource.definition().uri(), resource.requires()));
        let prompts = self
            .prompts
            .iter()
            .map(|prompt| ("prompt", prompt.definition().name(), prompt.requires()));
        for (kind, name, requires) in tools.chain(resources).chain(prompts) {
            let absent = requires
                .into_iter()
                .find(|state: &StateType| !self.states.contains(*state));
            if let Some(state) = absent {
                return Err(Error::MissingState {
                    kind,
                    name: name.to_owned(),
                    state: state.name(),
                });
            }
        }
        Ok(())
    }
}
