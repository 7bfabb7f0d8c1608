//! [`Startup`]: what a server does when it starts and stops.

use std::sync::Arc;

use tokio::task::JoinSet;

use super::{hook::Hook, readiness::Readiness, running_server::RunningServer};
use crate::{
    core::{Catalog, Services, ToolSource},
    server::{
        dispatch::Dispatcher,
        error::{Error, Result},
    },
};

/// What runs beside the requests.
#[derive(Default)]
pub(in crate::server) struct Startup {
    pub(in crate::server) on_start: Vec<Hook>,
    pub(in crate::server) on_stop: Vec<Hook>,
    /// The sources whose changes a catalogue follows.
    pub(in crate::server) watched: Vec<(Arc<dyn ToolSource>, Catalog)>,
    /// What has to be there.
    pub(in crate::server) readiness: Readiness,
}

impl Startup {
    /// Takes the parts of a mounted server in. Its hooks see its own services.
    pub(in crate::server) fn mount(&mut self, inner: Self, services: &Arc<Services>) {
        let within = |hooks: Vec<Hook>| hooks.into_iter().map(|hook| hook.within(services));
        self.on_start.extend(within(inner.on_start));
        self.on_stop.extend(within(inner.on_stop));
        self.watched.extend(inner.watched);
        self.readiness.extend(inner.readiness);
    }

    /// Runs the start hooks, and watches the sources from then on.
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

async fn watch(source: Arc<dyn ToolSource>, catalog: Catalog) {
    loop {
        let change = source.changed().await;
        if let Err(error) = catalog.refresh(change) {
            tracing::warn!("the catalogue stays as it was: {error}");
        }
    }
}
