//! [`BuiltServer`]: a server that is ready to run.

use std::{fmt, future::Future, net::SocketAddr, sync::Arc};

use crate::{
    core::{Catalog, Snapshot},
    executor::Executor,
    server::{
        dispatch::Dispatcher,
        error::Result,
        front_page::FrontPage,
        http::{HttpListener, HttpOptions, HttpService, Route},
        in_memory::InMemory,
        lifecycle::{RunningServer, Startup},
        stdio::{self, StdioOptions},
    },
};

/// A server whose parts were checked, and which is ready to run.
///
/// [`Server::build`](crate::Server::build) creates one. Most programs need none and call
/// [`Server::run`](crate::Server::run), which has a command line.
///
/// ```
/// use toolwright::{prelude::*, transport::HttpOptions};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> toolwright::Result<()> {
/// let server = Server::new("demo").build()?;
/// let mut options = HttpOptions::default();
/// options.port = 0;
/// let listening = |address| println!("listening on http://{address}/mcp");
/// # let stop = async {};
/// server.serve_http(options, listening, stop).await
/// # }
/// ```
pub struct BuiltServer {
    dispatcher: Arc<Dispatcher>,
    startup: Startup,
    routes: Vec<Route>,
}

impl fmt::Debug for BuiltServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BuiltServer")
            .field("settings", self.dispatcher.settings())
            .finish_non_exhaustive()
    }
}

impl BuiltServer {
    pub(super) fn new(dispatcher: Dispatcher, startup: Startup, routes: Vec<Route>) -> Self {
        Self {
            dispatcher: Arc::new(dispatcher),
            startup,
            routes,
        }
    }

    pub(in crate::server) const fn dispatcher(&self) -> &Arc<Dispatcher> {
        &self.dispatcher
    }

    /// Returns the hooks, sources and checks, and the pages, for the server that this one is mounted
    /// in.
    pub(super) fn into_parts(self) -> (Startup, Vec<Route>) {
        (self.startup, self.routes)
    }

    /// Returns what makes the link to the page at `/`, if the server has one.
    pub(crate) fn front_page(&self) -> Option<FrontPage> {
        let states = self.dispatcher.services().states();
        let has_page = self.routes.iter().any(|route| route.path == "/");
        has_page.then(|| states.get_ref::<FrontPage>().cloned().unwrap_or_default())
    }

    /// Returns the catalogue of the server's tools, resources and prompts.
    #[must_use]
    pub fn catalog(&self) -> &Catalog {
        self.dispatcher.services().catalog()
    }

    /// Returns the tools, resources and prompts that exist now.
    #[must_use]
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.catalog().snapshot()
    }

    /// Returns the executor, which calls the tools of this server.
    #[must_use]
    pub fn executor(&self) -> &Executor {
        self.dispatcher.executor()
    }

    /// Serves standard input and output, until the input is closed or `stop` is ready.
    ///
    /// ```no_run
    /// use toolwright::{prelude::*, transport::StdioOptions};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> toolwright::Result<()> {
    /// let server = Server::new("demo").build()?;
    /// let stop = std::future::pending();
    /// server.serve_stdio(StdioOptions::default(), stop).await
    /// # }
    /// ```
    ///
    /// # Errors
    /// When a hook fails, or standard output cannot be redirected.
    pub async fn serve_stdio(
        self,
        options: StdioOptions,
        stop: impl Future<Output = ()>,
    ) -> Result<()> {
        let running = self.start().await?;
        let served = stdio::serve(Arc::clone(running.dispatcher()), &options, stop).await;
        running.stop().await?;
        served
    }

    /// Serves HTTP until `stop` is ready, and then lets running calls finish.
    ///
    /// `listening` is called with the address once the server accepts requests.
    ///
    /// # Errors
    /// When the address cannot be bound, or a hook fails.
    pub async fn serve_http(
        self,
        options: HttpOptions,
        listening: impl FnOnce(SocketAddr),
        stop: impl Future<Output = ()>,
    ) -> Result<()> {
        let readiness = self.startup.readiness.clone();
        let dispatcher = Arc::clone(&self.dispatcher);
        let listener = HttpListener::bind(dispatcher, readiness, self.routes, options).await?;
        let running = self.startup.start(self.dispatcher).await?;
        listening(listener.address()?);
        let served = listener.serve(stop).await;
        running.stop().await?;
        served
    }

    /// Starts the server and returns it as a tower service, to be part of an axum application.
    ///
    /// The application listens itself: of `options`, the address and the limits of connections have
    /// no effect. See [`HttpService`] for its paths.
    ///
    /// ```
    /// use toolwright::{prelude::*, transport::{HttpOptions, axum::Router}};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> toolwright::Result<()> {
    /// let server = Server::new("demo").build()?;
    /// let service = server.into_service(HttpOptions::default()).await?;
    /// let app: Router = Router::new().nest_service("/mcp", service);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// When a start hook fails.
    pub async fn into_service(self, options: HttpOptions) -> Result<HttpService> {
        let readiness = self.startup.readiness.clone();
        let running = self.startup.start(self.dispatcher).await?;
        Ok(HttpService::new(running, readiness, self.routes, options))
    }

    /// Starts the server for a client in the same process.
    ///
    /// # Errors
    /// When a start hook fails.
    pub(crate) async fn start_in_memory(self) -> Result<InMemory> {
        Ok(InMemory::new(self.start().await?))
    }

    /// Starts the server for a client that lists what it offers. Most start hooks do not run.
    ///
    /// # Errors
    /// When a start hook fails that adds tools.
    pub(crate) async fn start_for_lists(self) -> Result<InMemory> {
        let running = self.startup.start_for_lists(self.dispatcher);
        Ok(InMemory::new(running.await?))
    }

    async fn start(self) -> Result<RunningServer> {
        self.startup.start(self.dispatcher).await
    }
}
