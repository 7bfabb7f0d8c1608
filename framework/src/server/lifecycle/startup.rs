//! [`Startup`]: what a server does when it starts; [`RunningServer`]: what it does when it stops.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use tokio::task::JoinSet;

use super::hook::{Hook, Readiness};
use crate::{
    core::{Catalog, Change, Services, ToolSource},
    server::{
        dispatch::Dispatcher,
        error::{Error, Result},
    },
};

/// The hooks, sources and checks of a server that has not started yet.
#[derive(Default)]
pub(in crate::server) struct Startup {
    pub(in crate::server) on_start: Vec<Hook>,
    /// The hooks that lists do not need.
    pub(in crate::server) on_serve: Vec<Hook>,
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
        self.on_serve.extend(within(inner.on_serve));
        self.on_stop.extend(within(inner.on_stop));
        self.watched.extend(inner.watched);
        self.readiness.extend(inner.readiness);
        self.is_needed_for_lists |= inner.is_needed_for_lists;
    }

    /// Starts only as far as lists need it, which is nothing for most servers: hooks open databases
    /// and the like.
    pub(in crate::server) async fn start_for_lists(
        mut self,
        dispatcher: Arc<Dispatcher>,
    ) -> Result<RunningServer> {
        if self.is_needed_for_lists {
            self.on_serve.clear();
            return self.start(dispatcher).await;
        }
        Ok(RunningServer::new(dispatcher, Vec::new(), JoinSet::new()))
    }

    /// Runs the start hooks, and then watches the sources.
    pub(in crate::server) async fn start(
        self,
        dispatcher: Arc<Dispatcher>,
    ) -> Result<RunningServer> {
        for hook in self.on_start.into_iter().chain(self.on_serve) {
            hook.run(dispatcher.services())
                .await
                .map_err(Error::Start)?;
        }
        if self.is_needed_for_lists {
            // A hook has added tools, also to servers that are mounted: the inner ones come first.
            for (_, catalog) in self.watched.iter().rev() {
                for change in [Change::Tools, Change::Prompts, Change::Resources] {
                    catalog.refresh(change).map_err(Error::Catalog)?;
                }
            }
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
        let begun = Instant::now();
        if let Err(error) = catalog.refresh(change) {
            tracing::warn!("the catalogue stays as it was: {error}");
        }
        pace.rest(begun.elapsed()).await;
    }
}

/// A server that has started. Its sources are watched until it is dropped.
pub(in crate::server) struct RunningServer {
    dispatcher: Arc<Dispatcher>,
    /// In a mutex, so that clients in memory can be shared between tasks.
    on_stop: Mutex<Vec<Hook>>,
    _watchers: JoinSet<()>,
}

impl RunningServer {
    pub(super) const fn new(
        dispatcher: Arc<Dispatcher>,
        on_stop: Vec<Hook>,
        watchers: JoinSet<()>,
    ) -> Self {
        Self {
            dispatcher,
            on_stop: Mutex::new(on_stop),
            _watchers: watchers,
        }
    }

    pub(in crate::server) const fn dispatcher(&self) -> &Arc<Dispatcher> {
        &self.dispatcher
    }

    /// Runs the stop hooks in reverse order. A failing hook does not keep the others from running.
    ///
    /// # Errors
    /// The error of the first hook that failed.
    pub(in crate::server) async fn stop(self) -> Result<()> {
        let mut result = Ok(());
        let hooks = self.on_stop.into_inner();
        for hook in hooks
            .unwrap_or_else(PoisonError::into_inner)
            .into_iter()
            .rev()
        {
            let stopped = hook.run(self.dispatcher.services()).await;
            result = result.and(stopped.map_err(Error::Stop));
        }
        result
    }
}

/// How many changes of a source are applied within a [`WINDOW`].
const MAX_CHANGES: u32 = 100;
const WINDOW: Duration = Duration::from_secs(1);
/// How many changes of a window are applied one after the other.
const MAX_AT_ONCE: u32 = 10;
/// How many times as long as applying a change the next one waits after those.
const REST: u32 = 3;

/// Counts the changes of a source, and waits when there are too many.
///
/// A source whose `changed` returns at once would otherwise keep a core busy for ever.
#[derive(Debug)]
pub(super) struct ChangePace {
    window_start: Instant,
    changes: u32,
    is_told: bool,
}

impl ChangePace {
    pub(super) fn new() -> Self {
        Self {
            window_start: Instant::now(),
            changes: 0,
            is_told: false,
        }
    }

    /// Counts a change. Waits until the window is over if it has too many.
    pub(super) async fn count(&mut self) {
        self.changes += 1;
        let elapsed = self.window_start.elapsed();
        if elapsed >= WINDOW {
            self.start_window();
            self.is_told = false;
        } else if self.changes >= MAX_CHANGES {
            if !self.is_told {
                self.is_told = true;
                tracing::warn!(
                    "a source reports changes without end: {MAX_CHANGES} a second are applied; \
                     its `changed` must wait until something has changed"
                );
            }
            tokio::time::sleep(WINDOW - elapsed).await;
            self.start_window();
        }
    }

    /// Waits after a change that took so long to apply. With thousands of tools, many changes in a row
    /// would keep a processor busy.
    pub(super) async fn rest(&self, took: Duration) {
        if self.changes > MAX_AT_ONCE {
            tokio::time::sleep(took.saturating_mul(REST).min(WINDOW)).await;
        }
    }

    fn start_window(&mut self) {
        self.window_start = Instant::now();
        self.changes = 0;
    }
}
