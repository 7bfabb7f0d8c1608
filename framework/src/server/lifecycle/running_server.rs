//! [`RunningServer`]: a server that has started.

use std::sync::Arc;

use tokio::task::JoinSet;

use super::hook::Hook;
use crate::server::{
    dispatch::Dispatcher,
    error::{Error, Result},
};

/// A server that has started. Its sources are watched until it is dropped.
pub(in crate::server) struct RunningServer {
    dispatcher: Arc<Dispatcher>,
    on_stop: Vec<Hook>,
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
            on_stop,
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
        for hook in self.on_stop.into_iter().rev() {
            let stopped = hook.run(self.dispatcher.services()).await;
            result = result.and(stopped.map_err(Error::Stop));
        }
        result
    }
}
