//! [`Server::build`]: from the builder to a [`BuiltServer`].

use std::{mem::take, sync::Arc};

use super::{built_server::BuiltServer, mount::MountedServer, server::Server};
use crate::{
    access::Authentication,
    core::{Catalog, ResourceReader, Services, StateType, ToolSource},
    executor::{Executor, ExecutorOptions, PlanTool},
    server::{
        client_state::StateSeal,
        dispatch::{Dispatcher, ServerSettings},
        error::{Error, Result},
        in_memory::Client,
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
        let seal = self
            .state_key
            .map_or_else(StateSeal::with_random_key, |key| StateSeal::new(&key));
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

    /// Builds and starts the server, and returns a client in the same process.
    ///
    /// # Errors
    /// When the server cannot be built, or a start hook fails.
    pub async fn client(self) -> Result<Client> {
        self.build()?.client().await
    }

    /// Builds the server and returns a client that lists what it offers, without start hooks.
    ///
    /// # Errors
    /// When the server cannot be built.
    pub(crate) async fn listing_client(self) -> Result<Client> {
        self.build()?.listing_client().await
    }

    /// Makes lists of the command line run the start hooks, because one of them adds tools.
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
