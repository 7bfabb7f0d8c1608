//! [`Startup`]: the hooks, sources and checks of a server that has not started yet.

use std::sync::Arc;

use tokio::task::JoinSet;

use super::{
    change_pace::ChangePace, hook::Hook, readiness::Readiness, running_server::RunningServer,
};
use crate::{
    core::{Catalog, Services, ToolSource},
    server::{
        dispatch::Dispatcher,
        error::{Error, Result},
    },
};

/// The hooks, sources and checks of a server that has not started yet.
#[derive(Default)]
pub(in crate::server) struct Startup {
    pub(in crate::server) on_start: Vec<Hook>,
    pub(in crate::server) on_stop: Vec<Hook>,
    /// The sources whose changes are applied to a catalogue.
    pub(in crate::server) watched: Vec<(Arc<dyn ToolSource>, Catalog)>,
    pub(in crate::server) readiness: Readiness,
    /// Whether a start hook adds tools, so that lists without it are not complete.
    pub(in crate::server) is_needed_for_lists: bool,
}

impl Startup {
    /// Adds those of a mounted server. Its hooks keep their own `services`.
    pub(in crate::server) fn mount(&mut self, inner: Self, services: &Arc<Services>) {
        let within = |hooks: Vec<Hook>| hooks.into_iter().map(|hook| hook.within(services));
        self.on_start.extend(within(inner.on_start));
        self.on_stop.extend(within(inner.on_stop));
        self.watched.extend(inner.watched);
        self.readiness.extend(inner.readiness);
        self.is_needed_for_lists |= inner.is_needed_for_lists;
    }

    /// Starts only as far as lists need it, which is nothing for most servers: hooks open databases
    /// and the like.
    pub(in crate::server) async fn start_for_lists(
        self,
        dispatcher: Arc<Dispatcher>,
    ) -> Result<RunningServer> {
        if self.is_needed_for_lists {
            return self.start(dispatcher).await;
        }
        Ok(RunningServer::new(dispatcher, Vec::new(), JoinSet::new()))
    }

    /// Runs the start hooks, and then watches the sources.
    pub(in crate::server) async fn start(
        self,
        dispatcher: Arc<Dispatcher>,
    ) -> Result<RunningServer> {
        for hook in self.on_start {
            hook.run(dispatcher.services())
                .await
                .map_err(Error::Start)?;
        }
        let mut watchers = JoinSet::new();
        for (source, catalog) in self.watched {
            watchers.spawn(watch(source, catalog));
        }
        Ok(RunningServer::new(dispatcher, self.on_stop, watchers))
    }
}

/// Applies the changes of a source to a catalogue.
async fn watch(source: Arc<dyn ToolSource>, catalog: Catalog) {
    let mut pace = ChangePace::new();
    loop {
        let change = source.changed().await;
        pace.count().await;
        if let Err(error) = catalog.refresh(change) {
            tracing::warn!("the catalogue stays as it was: {error}");
        }
    }
}
