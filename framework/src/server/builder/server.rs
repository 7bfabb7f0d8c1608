//! [`Server`]: the builder of an MCP server.

use std::{fmt, future::Future, path::PathBuf, sync::Arc, time::Duration};

use axum::routing::MethodRouter;

use crate::{
    access::Authenticator,
    core::{
        Implementation, Middleware, Prompt, RegisteredItem, Registration, Resource, Services,
        States, Tool, ToolSource,
    },
    executor::{DEFAULT_TIMEOUT, Govern, Policy},
    server::{
        dispatch::VirtualServerPaths,
        http::Route,
        lifecycle::{Hook, HookOutput, Startup},
    },
};

/// The version of a server that does not set one and whose functions have none.
const DEFAULT_VERSION: &str = "0.0.0";

/// The default of [`Server::page_size`].
const PAGE_SIZE: usize = 1000;

/// The builder of an MCP server.
///
/// It collects tools, resources, prompts and the state that they share. [`Server::run`] then runs
/// it with a command line, [`Server::client`] calls it in the same process, and [`Server::build`]
/// returns a [`BuiltServer`](crate::BuiltServer) for everything else.
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
    pub(super) info: Implementation,
    pub(super) instructions: Option<String>,
    pub(super) tools: Vec<Arc<dyn Tool>>,
    pub(super) resources: Vec<Arc<dyn Resource>>,
    pub(super) prompts: Vec<Arc<dyn Prompt>>,
    pub(super) sources: Vec<Arc<dyn ToolSource>>,
    pub(super) states: States,
    pub(super) middleware: Vec<Arc<dyn Middleware>>,
    pub(super) mounts: Vec<(String, Self)>,
    pub(super) startup: Startup,
    pub(super) routes: Vec<Route>,
    pub(super) page_size: usize,
    pub(super) list_ttl: Duration,
    pub(super) timeout: Duration,
    pub(super) policy: Policy,
    pub(super) governance: Option<Arc<dyn Govern>>,
    pub(super) plans: bool,
    pub(super) authenticators: Vec<Arc<dyn Authenticator>>,
    pub(super) state_key: Option<[u8; 32]>,
    pub(super) portable_sessions: bool,
    pub(super) http_by_default: bool,
    pub(super) env_file: Option<PathBuf>,
    pub(super) virtual_servers: Option<VirtualServerPaths>,
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
    /// Creates an empty server with this name.
    ///
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            info: Implementation::new(name, ""),
            instructions: None,
            tools: Vec::new(),
            resources: Vec::new(),
            prompts: Vec::new(),
            sources: Vec::new(),
            states: States::default(),
            middleware: Vec::new(),
            mounts: Vec::new(),
            startup: Startup::default(),
            routes: Vec::new(),
            page_size: PAGE_SIZE,
            list_ttl: Duration::ZERO,
            timeout: DEFAULT_TIMEOUT,
            policy: Policy::all(),
            governance: None,
            plans: false,
            authenticators: Vec::new(),
            state_key: None,
            portable_sessions: false,
            http_by_default: false,
            env_file: None,
            virtual_servers: None,
        }
    }

    /// Creates a server with every `#[tool]`, `#[resource]` and `#[prompt]` that is linked into the
    /// binary, except the built-in tools of this crate.
    ///
    /// ```standalone_crate
    /// use toolwright::prelude::*;
    ///
    /// /// Adds two numbers.
    /// #[tool]
    /// async fn add(a: i64, b: i64) -> i64 {
    ///     a + b
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> toolwright::Result<()> {
    /// let client = Server::discover("demo").client().await?;
    /// assert_eq!(client.tools().await?[0]["name"], "add");
    /// # Ok(())
    /// # }
    /// ```
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

    /// Sets the version that the server reports to clients and with `--version`.
    ///
    /// The default is the version of the crate in which its first tool was written with `#[tool]`, or
    /// else its first resource or prompt. A program whose functions stand in another crate passes its
    /// own in:
    ///
    /// ```
    /// use toolwright::Server;
    ///
    /// let server = Server::new("demo").version(env!("CARGO_PKG_VERSION"));
    /// ```
    pub fn version(mut self, version: impl Into<String>) -> Self {
        self.info.version = version.into();
        self
    }

    /// Sets the display name of the server.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.info.title = Some(title.into());
        self
    }

    /// Sets the instructions, which tell a model how to use the server as a whole.
    pub fn instructions(mut self, instructions: impl Into<String>) -> Self {
        self.instructions = Some(instructions.into());
        self
    }

    /// Adds tools, for example `tools![add, sub]`.
    pub fn tools(mut self, tools: impl IntoIterator<Item = Arc<dyn Tool>>) -> Self {
        self.tools.extend(tools);
        self
    }

    /// Returns the tools that were added so far.
    pub fn added_tools(&self) -> &[Arc<dyn Tool>] {
        &self.tools
    }

    /// Adds resources, for example `resources![user]`.
    pub fn resources(mut self, resources: impl IntoIterator<Item = Arc<dyn Resource>>) -> Self {
        self.resources.extend(resources);
        self
    }

    /// Adds prompts, for example `prompts![plan]`.
    pub fn prompts(mut self, prompts: impl IntoIterator<Item = Arc<dyn Prompt>>) -> Self {
        self.prompts.extend(prompts);
        self
    }

    /// Adds a source of tools that change while the server runs.
    pub fn source(mut self, source: impl ToolSource + 'static) -> Self {
        self.sources.push(Arc::new(source));
        self
    }

    /// Adds a value for functions that take `State<T>`.
    ///
    /// ```
    /// use toolwright::prelude::*;
    ///
    /// struct Greeting(&'static str);
    ///
    /// /// Greets a person.
    /// #[tool]
    /// async fn greet(greeting: State<Greeting>, name: String) -> String {
    ///     format!("{}, {name}!", greeting.0)
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> toolwright::Result<()> {
    /// let server = Server::new("demo").tools(tools![greet]).state(Greeting("Hello"));
    /// let output = server.client().await?.call("greet", serde_json::json!({"name": "Ada"})).await?;
    /// assert_eq!(output.joined_text(), "Hello, Ada!");
    /// # Ok(())
    /// # }
    /// ```
    pub fn state<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.states.insert(value);
        self
    }

    /// Adds middleware around every call. The one that is added first is the outermost.
    pub fn middleware(mut self, middleware: impl Middleware) -> Self {
        self.middleware.push(Arc::new(middleware));
        self
    }

    /// Mounts another server in this one.
    ///
    /// Its tools and prompts are called `prefix_name`, its resources are at `scheme://prefix/…`. It
    /// keeps its own states and middleware.
    ///
    /// ```
    /// use toolwright::prelude::*;
    ///
    /// /// Adds two numbers.
    /// #[tool]
    /// async fn add(a: i64, b: i64) -> i64 {
    ///     a + b
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> toolwright::Result<()> {
    /// let math = Server::new("math").tools(tools![add]);
    /// let client = Server::new("demo").mount("math", math).client().await?;
    /// assert_eq!(client.tools().await?[0]["name"], "math_add");
    /// # Ok(())
    /// # }
    /// ```
    pub fn mount(mut self, prefix: impl Into<String>, other: Self) -> Self {
        self.mounts.push((prefix.into(), other));
        self
    }

    /// Adds a hook that runs before the first request. If it fails, the server does not start.
    ///
    /// A hook returns nothing, or a `Result` with any error:
    ///
    /// ```
    /// use toolwright::Server;
    ///
    /// let server = Server::new("demo")
    ///     .on_start(|_| async { println!("it starts") })
    ///     .on_start(|_| async { std::fs::create_dir_all("/tmp/demo") });
    /// ```
    pub fn on_start<F, R>(mut self, hook: F) -> Self
    where
        F: FnOnce(Arc<Services>) -> R + Send + 'static,
        R: Future<Output: HookOutput> + Send + 'static,
    {
        self.startup.on_start.push(Hook::new(hook));
        self
    }

    /// Adds a hook that runs after the [start hooks](Self::on_start), but not if the command line only
    /// lists what the server has. Use it to connect to what lists do not need.
    pub fn on_serve<F, R>(mut self, hook: F) -> Self
    where
        F: FnOnce(Arc<Services>) -> R + Send + 'static,
        R: Future<Output: HookOutput> + Send + 'static,
    {
        self.startup.on_serve.push(Hook::new(hook));
        self
    }

    /// Adds a hook that runs after the last request. Hooks run in reverse order.
    pub fn on_stop<F, R>(mut self, hook: F) -> Self
    where
        F: FnOnce(Arc<Services>) -> R + Send + 'static,
        R: Future<Output: HookOutput> + Send + 'static,
    {
        self.startup.on_stop.push(Hook::new(hook));
        self
    }

    /// Adds a page of your own beside `/mcp`, for the HTTP transport.
    ///
    /// Its requests are refused as those of `/mcp` are if they have a foreign `Host` or `Origin`.
    ///
    /// ```
    /// use toolwright::{Server, transport::axum::routing::get};
    ///
    /// let server = Server::new("demo").route("/about", get(|| async { "A demo." }));
    /// ```
    pub fn route(mut self, path: impl Into<String>, methods: MethodRouter) -> Self {
        self.routes.push(Route::new(path, methods));
        self
    }

    /// Sets the largest number of entries on a page of a list. The default is 1000.
    pub fn page_size(mut self, entries: usize) -> Self {
        self.page_size = entries.max(1);
        self
    }

    /// Sets how long clients may cache lists. By default they may not.
    pub fn list_ttl(mut self, ttl: Duration) -> Self {
        self.list_ttl = ttl;
        self
    }

    /// Sets the time limit of calls whose tool does not set one. The default is 30 seconds.
    pub fn default_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Sets the policy, which decides which tools are listed and may run. By default all may.
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// Sets the governance, which checks, limits and logs every call.
    pub fn govern(mut self, governance: impl Govern) -> Self {
        self.governance = Some(Arc::new(governance));
        self
    }

    /// Adds the tool `run_plan`, with which an agent calls several tools in one request.
    pub fn plans(mut self) -> Self {
        self.plans = true;
        self
    }

    /// Sets the key that encrypts the state which clients carry between two rounds of questions.
    ///
    /// Servers behind one address need the same key. By default each process has a random one.
    pub fn state_key(mut self, key: [u8; 32]) -> Self {
        self.state_key = Some(key);
        self
    }

    /// Lets servers with the same [`state_key`](Self::state_key) go on with the sessions of each other:
    /// the id of a session has what it needs, sealed.
    pub const fn portable_sessions(mut self) -> Self {
        self.portable_sessions = true;
        self
    }

    /// Returns the name of the server.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.info.name
    }

    /// Returns the version that was set, or else that of the crate which has the functions.
    pub(crate) fn version_text(&self) -> &str {
        if !self.info.version.is_empty() {
            return &self.info.version;
        }
        let mut tools = self.tools.iter();
        let mut resources = self.resources.iter();
        let mut prompts = self.prompts.iter();
        let of_tools = tools.find_map(|tool| tool.definition().crate_version());
        of_tools
            .or_else(|| resources.find_map(|resource| resource.definition().crate_version()))
            .or_else(|| prompts.find_map(|prompt| prompt.definition().crate_version()))
            .unwrap_or(DEFAULT_VERSION)
    }
}
