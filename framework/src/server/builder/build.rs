//! [`Server::build`]: from the builder to a [`BuiltServer`], and [`Server::run`] to its command line.

use std::{
    mem::take,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{built_server::BuiltServer, mount::MountedServer, server::Server};
use crate::{
    access::{Authentication, Authenticator},
    core::{Catalog, ResourceReader, Services, StateType, ToolSource, VirtualServers},
    executor::{Executor, ExecutorOptions, PlanTool},
    server::{
        client_state::StateSeal,
        dispatch::{Dispatcher, ServerSettings, VirtualServerPaths},
        error::{Error, Result},
        http::Route,
        lifecycle::Startup,
    },
};

impl Server {
    /// Checks that all parts fit together, and returns the server.
    ///
    /// # Errors
    /// When two tools, resources or prompts have the same name, or a function takes a state that
    /// was not added, or a page is at a path that the server uses itself, or an
    /// authenticator cannot work.
    pub fn build(mut self) -> Result<BuiltServer> {
        self.check_states()?;
        self.check_routes()?;
        self.share_authenticators();
        self.check_authenticators()?;
        self.info.version = self.version_text().to_owned();
        let catalog = Catalog::default();
        if !self.authenticators.is_empty() {
            catalog.allow_scopes();
        }
        let startup = self.fill(&catalog)?;
        let settings = ServerSettings {
            info: self.info,
            instructions: self.instructions,
            page_size: self.page_size,
            list_ttl: self.list_ttl,
            authentication: Arc::new(Authentication::new(take(&mut self.authenticators))),
            portable_sessions: self.portable_sessions,
            virtual_servers: self.virtual_servers,
        };
        let options = ExecutorOptions {
            chain: self.middleware.into(),
            default_timeout: self.timeout,
            policy: self.policy,
            governance: self.governance,
        };
        let executor = Executor::new(catalog.clone(), options);
        if self.plans {
            catalog.add_tool(Arc::new(PlanTool::of(&executor)))?;
        }
        let key = self.state_key.as_ref();
        let seal = key.map_or_else(StateSeal::with_random_key, StateSeal::new);
        self.states
            .insert(ResourceReader(Arc::new(executor.clone())));
        // For pages of the server that call tools.
        self.states.insert(executor.clone());
        let services = Arc::new(Services::new(self.states, catalog));
        let dispatcher = Dispatcher::new(settings, executor, services, seal);
        Ok(BuiltServer::new(dispatcher, startup, self.routes))
    }

    /// Moves the tools, resources and prompts of this and its mounted servers into `catalog`.
    /// Returns their hooks, sources and checks.
    fn fill(&mut self, catalog: &Catalog) -> Result<Startup> {
        // All at once: each change of a catalogue copies it.
        catalog.add(take(&mut self.tools))?;
        catalog.add(take(&mut self.resources))?;
        catalog.add(take(&mut self.prompts))?;
        let mut startup = take(&mut self.startup);
        for (prefix, other) in take(&mut self.mounts) {
            let other = other.build()?;
            let mounted: Arc<dyn ToolSource> = Arc::new(MountedServer::new(prefix, &other)?);
            catalog.attach_whole(Arc::clone(&mounted))?;
            startup.watched.push((mounted, catalog.clone()));
            let services = Arc::clone(other.dispatcher().services());
            let (inner, routes) = other.into_parts();
            startup.mount(inner, &services);
            self.routes.extend(routes);
        }
        for source in take(&mut self.sources) {
            catalog.attach(Arc::clone(&source))?;
            startup.watched.push((source, catalog.clone()));
        }
        Ok(startup)
    }

    /// Makes lists of the command line run the start hooks, because one of them adds tools.
    #[doc(hidden)]
    pub const fn starts_for_lists(mut self) -> Self {
        self.startup.is_needed_for_lists = true;
        self
    }

    fn check_authenticators(&self) -> Result<()> {
        let mut all = self.authenticators.iter();
        let problem = all.find_map(|authenticator| authenticator.problem());
        problem.map_or(Ok(()), |problem| Err(Error::Authenticator(problem)))
    }

    fn check_routes(&self) -> Result<()> {
        for (at, route) in self.routes.iter().enumerate() {
            let is_repeated = self.routes[..at].iter().any(|it| it.path == route.path);
            let repeated = is_repeated.then_some("there is another page at this path");
            if let Some(problem) = route.problem().or(repeated) {
                return Err(Error::Route {
                    path: route.path.clone(),
                    problem,
                });
            }
        }
        Ok(())
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

impl Server {
    /// Lets in only requests over HTTP that prove who makes them.
    ///
    /// With several authenticators, it is enough that one of them knows the credentials. Calls from
    /// standard input, the command line and the [client in memory](Self::client) are those of the
    /// local user and need none.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use toolwright::{
    ///     BoxFuture,
    ///     access::{AuthenticationError, AuthenticationRequest, Authenticator, Credentials, Identity},
    ///     prelude::*,
    /// };
    ///
    /// /// Knows one key.
    /// struct OneKey(&'static str);
    ///
    /// impl Authenticator for OneKey {
    ///     fn authenticate<'a>(
    ///         &'a self,
    ///         request: AuthenticationRequest<'a>,
    ///     ) -> BoxFuture<'a, Result<Option<Arc<Identity>>, AuthenticationError>> {
    ///         Box::pin(async move {
    ///             let shown = Credentials::read(request.headers)?;
    ///             if shown.ok_or(AuthenticationError::Missing)?.matches(self.0) {
    ///                 Ok(Some(Arc::new(Identity::new("robot"))))
    ///             } else {
    ///                 Err(AuthenticationError::Invalid)
    ///             }
    ///         })
    ///     }
    /// }
    ///
    /// let server = Server::new("demo").authenticate(OneKey("kept in a vault"));
    /// ```
    pub fn authenticate(mut self, authenticator: impl Authenticator) -> Self {
        self.authenticators.push(Arc::new(authenticator));
        self
    }

    /// Adds pages that decide themselves who may see them, and how a refusal looks.
    pub fn pages(mut self, routes: impl IntoIterator<Item = Route>) -> Self {
        self.routes.extend(routes);
        self
    }

    /// Takes the authenticators of mounted servers if this one has none, since their requests arrive
    /// here. Then gives its own to all of them.
    pub(super) fn share_authenticators(&mut self) {
        for (_, other) in &mut self.mounts {
            other.share_authenticators();
        }
        if self.authenticators.is_empty() {
            let inner = self
                .mounts
                .iter()
                .flat_map(|(_, other)| &other.authenticators);
            self.authenticators = inner.cloned().collect();
        }
        for (_, other) in &mut self.mounts {
            other.authenticators.clone_from(&self.authenticators);
        }
    }
}

impl Server {
    /// Serves parts of this server at addresses of their own: `prefix/NAME`, as `/mcp` is served.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use toolwright::{
    ///     call::ClientProfile,
    ///     prelude::*,
    ///     transport::{VirtualServer, VirtualServers},
    /// };
    ///
    /// /// Adds two numbers.
    /// #[tool]
    /// async fn add(a: i64, b: i64) -> i64 {
    ///     a + b
    /// }
    ///
    /// struct Sums(Arc<VirtualServer>);
    ///
    /// impl VirtualServers for Sums {
    ///     fn find(&self, name: &str, _: &ClientProfile) -> Option<Arc<VirtualServer>> {
    ///         (name == "sums").then(|| Arc::clone(&self.0))
    ///     }
    /// }
    ///
    /// let sums = Sums(Arc::new(VirtualServer::new("sums", ["add"])));
    /// let server = Server::new("demo").tools(tools![add]).virtual_servers("/mcp/parts", sums);
    /// ```
    pub fn virtual_servers(
        mut self,
        prefix: impl Into<String>,
        servers: impl VirtualServers + 'static,
    ) -> Self {
        self.virtual_servers = Some(VirtualServerPaths {
            prefix: prefix.into(),
            servers: Arc::new(servers),
        });
        self
    }
}

impl Server {
    /// Makes [`Server::run`] serve HTTP if no command is given. By default it serves standard input
    /// and output.
    pub fn http_by_default(mut self) -> Self {
        self.http_by_default = true;
        self
    }

    pub(crate) const fn serves_http_by_default(&self) -> bool {
        self.http_by_default
    }

    /// Lets [`Server::run`] take the settings that have a flag, such as `TOOLWRIGHT_PORT=8080`, from
    /// a file of lines `NAME=value`. A flag and the environment win over it; a file that is not there
    /// is ignored. Other variables in it are not added to the environment.
    ///
    /// A host may start a server in a folder of strangers. A relative path is therefore read only if
    /// a person runs the command in a terminal, and never by `stdio`; an absolute one always.
    ///
    /// ```no_run
    /// use toolwright::prelude::*;
    ///
    /// # #[tokio::main]
    /// # async fn main() -> toolwright::Result<()> {
    /// Server::new("demo").env_file(".env").run().await
    /// # }
    /// ```
    pub fn env_file(mut self, path: impl Into<PathBuf>) -> Self {
        self.env_file = Some(path.into());
        self
    }

    pub(crate) fn env_file_path(&self) -> Option<&Path> {
        self.env_file.as_deref()
    }
}
