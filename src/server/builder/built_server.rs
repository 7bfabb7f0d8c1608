//! [`BuiltServer`]: a server that is ready to run.

use std::{fmt, future::Future, net::SocketAddr, sync::Arc};

use crate::{
    core::{Catalog, Snapshot},
    executor::Executor,
    server::{
        dispatch::Dispatcher,
        error::Result,
        http::{HttpOptions, Listening},
        in_memory::Client,
        lifecycle::{RunningServer, Startup},
        stdio::{self, StdioOptions},
    },
};

/// A server that is ready to run: everything in it fits together.
pub struct BuiltServer {
    dispatcher: Arc<Dispatcher>,
    startup: Startup,
}

impl fmt::Debug for BuiltServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BuiltServer")
            .field("settings", self.dispatcher.settings())
            .finish_non_exhaustive()
    }
}

impl BuiltServer {
    pub(super) fn new(dispatcher: Dispatcher, startup: Startup) -> Self {
        Self {
            dispatcher: Arc::new(dispatcher),
            startup,
        }
    }

    pub(in crate::server) const fn dispatcher(&self) -> &Arc<Dispatcher> {
        &self.dispatcher
    }

    /// What runs beside the requests, for the server that this one is mounted in.
    pub(super) fn into_startup(self) -> Startup {
        self.startup
    }

    /// The tools, resources and prompts that exist now.
    #[must_use]
    pub fn catalog(&self) -> &Catalog {
        self.dispatcher.services().catalog()
    }

    /// What exists now.
    #[must_use]
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.catalog().snapshot()
    }

    /// The one way to call its tools.
    #[must_use]
    pub fn executor(&self) -> &Executor {
        self.dispatcher.executor()
    }

    /// Serves standard input and output, until the host closes its end or `stop` is ready.
    ///
    /// # Errors
    /// When a hook fails, or the pipes cannot be had.
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

    /// Serves HTTP until `stop` is ready, then lets running calls finish. `listening` hears the address once requests are accepted.
    ///
    /// # Errors
    /// When the address cannot be listened on, or a hook fails.
    pub async fn serve_http(
        self,
        options: HttpOptions,
        listening: impl FnOnce(SocketAddr),
        stop: impl Future<Output = ()>,
    ) -> Result<()> {
        let readiness = self.startup.readiness.clone();
        let listener = Listening::bind(Arc::clone(&self.dispatcher), readiness, options).await?;
        let running = self.start().await?;
        listening(listener.address()?);
        let served = listener.serve(stop).await;
        running.stop().await?;
        served
    }

    /// A client in memory: no port, no process.
    ///
    /// # Errors
    /// When a hook fails.
    pub async fn client(self) -> Result<Client> {
        Ok(Client::new(self.start().await?))
    }

    async fn start(self) -> Result<RunningServer> {
        self.startup.start(self.dispatcher).await
    }
}
