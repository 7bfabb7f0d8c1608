//! [`Shared`]: what the servers of one database have together besides tools: limits, and the log of calls.

use std::{
    convert::Infallible,
    sync::{Arc, Mutex},
};

use tokio::task::JoinSet;
use toolwright::{
    Server,
    govern::{Governance, SharedLimits},
    log::LogReader,
};
use toolwright_base::lock;
use toolwright_registry::{CallHistory, LogCopy, PostgresLimits, RegistryDatabase, SharedLog};

use super::called_tool::CalledTool;
use crate::config::Config;

/// What the servers of one database have together. Without a database there is nothing.
#[derive(Debug, Clone)]
pub(super) struct Shared(Option<Parts>);

#[derive(Debug, Clone)]
struct Parts {
    limits: Arc<PostgresLimits>,
    copy: LogCopy,
}

impl Shared {
    /// Nothing is connected yet.
    pub(super) fn new(database: Option<&RegistryDatabase>, config: &Config) -> Self {
        Self(database.map(|database| {
            let log = SharedLog::new(database.clone(), &config.registry.replica);
            Parts {
                limits: Arc::new(PostgresLimits::new(database.clone())),
                copy: LogCopy::new(log, &config.log_folder, config.log_days),
            }
        }))
    }

    /// Returns the calls of all servers.
    pub(super) fn history(&self, config: &Config) -> CallHistory {
        match &self.0 {
            Some(parts) => CallHistory::of_copy(parts.copy.clone()),
            None => self.stored_history(config),
        }
    }

    /// Returns the calls that are stored, for a process that answers none.
    pub(super) fn stored_history(&self, config: &Config) -> CallHistory {
        let files = LogReader::new(&config.log_folder);
        let log = self.0.as_ref().map(|parts| parts.copy.log().clone());
        CallHistory::new(files, log)
    }

    /// Adds the limits of all servers.
    pub(super) fn limited(&self, governance: Governance) -> Governance {
        match &self.0 {
            Some(parts) => {
                let limits = Arc::clone(&parts.limits);
                governance.shared_limits(limits as Arc<dyn SharedLimits>)
            }
            None => governance,
        }
    }

    /// Adds the copying of the log, from its start until the server stops. A process that only calls one
    /// tool leaves that to the server of its folder.
    pub(super) fn serve(self, server: Server, called: CalledTool) -> Server {
        let Some(Parts { limits, copy }) = self.0 else {
            return server;
        };
        let task = Arc::new(Mutex::new(JoinSet::new()));
        let copying = Arc::clone(&task);
        let last = copy.clone();
        server
            .on_start(move |_| async move {
                if called.name().is_none() {
                    lock(&copying).spawn(copy.run());
                }
                Ok::<_, Infallible>(())
            })
            .on_stop(move |_| async move {
                let is_copying = !lock(&task).is_empty();
                if is_copying {
                    last.finish().await;
                }
                limits.stop().await;
                // Its task ends when it is dropped.
                drop(std::mem::take(&mut *lock(&task)));
                Ok::<_, Infallible>(())
            })
    }
}
