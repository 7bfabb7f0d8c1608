//! [`BuiltServer`]: a server that is ready to run.

use std::{fmt, future::Future, net::SocketAddr, sync::Arc};

use tokio::task::JoinSet;

use super::{
    builder::Hook,
    client::Client,
    dispatch::Dispatcher,
    error::{Error, Result},
    http::{HttpOptions, Listening},
    stdio::{self, StdioOptions},
};
use crate::{
    core::{Catalog, Snapshot, ToolSource},
    executor::Executor,
};

/// A server that is ready to run: everything in it fits together.
pub struct BuiltServer {
    dispatcher: Arc<Dispatcher>,
    sources: Vec<Arc<dyn ToolSource>>,
    on_start: Vec<Hook>,
    on_stop: Vec<Hook>,
}

impl fmt::Debug for BuiltServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BuiltServer")
            .field("settings", self.dispatcher.settings())
            .finish_non_exhaustive()
    }
}

impl BuiltServer {
    pub(super) fn new(
        dispatcher: Dispatcher,
        sources: Vec<Arc<dyn ToolSource>>,
        on_start: Vec<Hook>,
        on_stop: Vec<Hook>,
    ) -> Self {
        Self {
            dispatcher: Arc::new(dispatcher),
            sources,
            on_start,
            on_stop,
        }
    }

    pub(super) const fn dispatcher(&self) -> &Arc<Dispatcher> {
        &self.dispatcher
    }

    pub(super) fn into_hooks(self) -> (Vec<Hook>, Vec<Hook>) {
        (self.on_start, self.on_stop)
    }

    /// The tools, resources and prompts that exist now.
    #[must_use]
    pub fn catalog(&self) -> &Catalog {
        &self.dispatcher.services().catalog
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
        let served = stdio::serve(Arc::clone(&running.dispatcher), &options, stop).await;
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
        let listener = Listening::bind(Arc::clone(&self.dispatcher), options).await?;
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

    async fn start(self) -> Result<Running> {
        let services = self.dispatcher.services();
        for hook in self.on_start {
            hook(Arc::clone(services)).await.map_err(Error::Start)?;
        }
        let mut watchers = JoinSet::new();
        for source in self.sources {
            watchers.spawn(watch(source, services.catalog.clone()));
        }
        Ok(Running {
            dispatcher: self.dispatcher,
            on_stop: self.on_stop,
            _watchers: watchers,
        })
    }
}

/// A server between its start and its end.
pub(super) struct Running {
    pub(super) dispatcher: Arc<Dispatcher>,
    on_stop: Vec<Hook>,
    _watchers: JoinSet<()>,
}

impl Running {
    /// What was started first is stopped last.
    pub(super) async fn stop(self) -> Result<()> {
        for hook in self.on_stop.into_iter().rev() {
            hook(Arc::clone(self.dispatcher.services()))
                .await
                .map_err(Error::Stop)?;
        }
        Ok(())
    }
}

async fn watch(source: Arc<dyn ToolSource>, catalog: Catalog) {
    loop {
        source.changed().await;
        if let Err(error) = catalog.refresh() {
            tracing::warn!("the catalogue stays as it was: {error}");
        }
    }
}
