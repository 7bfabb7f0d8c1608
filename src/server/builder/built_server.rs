//! [`BuiltServer`]: a server that is ready to run.

use std::{fmt, future::Future, net::SocketAddr, sync::Arc};

use tokio::task::JoinSet;

use super::server::Hook;
use crate::{
    core::{Catalog, Services, Snapshot, ToolSource},
    executor::Executor,
    server::{
        dispatch::Dispatcher,
        error::{Error, Result},
        http::{HttpOptions, Listening},
        in_memory::Client,
        lifecycle::Readiness,
        stdio::{self, StdioOptions},
    },
};

/// A server that is ready to run: everything in it fits together.
pub struct BuiltServer {
    dispatcher: Arc<Dispatcher>,
    parts: Parts,
}

/// What runs beside the requests.
pub(super) struct Parts {
    pub(super) on_start: Vec<Hook>,
    pub(super) on_stop: Vec<Hook>,
    /// The sources whose changes a catalogue follows.
    pub(super) watched: Vec<(Arc<dyn ToolSource>, Catalog)>,
    /// What has to be there.
    pub(super) readiness: Readiness,
}

impl Parts {
    /// Takes the parts of a mounted server in.
    pub(super) fn extend(&mut self, inner: Self) {
        self.on_start.extend(inner.on_start);
        self.on_stop.extend(inner.on_stop);
        self.watched.extend(inner.watched);
        self.readiness.extend(inner.readiness);
    }
}

impl fmt::Debug for BuiltServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BuiltServer")
            .field("settings", self.dispatcher.settings())
            .finish_non_exhaustive()
    }
}

impl BuiltServer {
    pub(super) fn new(dispatcher: Dispatcher, parts: Parts) -> Self {
        Self {
            dispatcher: Arc::new(dispatcher),
            parts,
        }
    }

    pub(in crate::server) const fn dispatcher(&self) -> &Arc<Dispatcher> {
        &self.dispatcher
    }

    /// What runs beside the requests, for the server that this one is mounted in. Its hooks see its own services.
    pub(super) fn into_parts(self) -> Parts {
        let services = self.dispatcher.services();
        let within = |hooks: Vec<Hook>| hooks.into_iter().map(|hook| hook_within(hook, services));
        Parts {
            on_start: within(self.parts.on_start).collect(),
            on_stop: within(self.parts.on_stop).collect(),
            watched: self.parts.watched,
            readiness: self.parts.readiness,
        }
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
        let readiness = self.parts.readiness.clone();
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

    async fn start(self) -> Result<Running> {
        let services = self.dispatcher.services();
        for hook in self.parts.on_start {
            hook(Arc::clone(services)).await.map_err(Error::Start)?;
        }
        let mut watchers = JoinSet::new();
        for (source, catalog) in self.parts.watched {
            watchers.spawn(watch(source, catalog));
        }
        Ok(Running {
            dispatcher: self.dispatcher,
            on_stop: self.parts.on_stop,
            _watchers: watchers,
        })
    }
}

fn hook_within(hook: Hook, services: &Arc<Services>) -> Hook {
    let services = Arc::clone(services);
    Box::new(move |_| hook(services))
}

/// A server between its start and its end.
pub(in crate::server) struct Running {
    pub(in crate::server) dispatcher: Arc<Dispatcher>,
    on_stop: Vec<Hook>,
    _watchers: JoinSet<()>,
}

impl Running {
    /// What was started first is stopped last. One hook that fails does not keep the others from running.
    pub(in crate::server) async fn stop(self) -> Result<()> {
        let mut result = Ok(());
        for hook in self.on_stop.into_iter().rev() {
            let stopped = hook(Arc::clone(self.dispatcher.services())).await;
            result = result.and(stopped.map_err(Error::Stop));
        }
        result
    }
}

async fn watch(source: Arc<dyn ToolSource>, catalog: Catalog) {
    loop {
        let change = source.changed().await;
        if let Err(error) = catalog.refresh(change) {
            tracing::warn!("the catalogue stays as it was: {error}");
        }
    }
}
