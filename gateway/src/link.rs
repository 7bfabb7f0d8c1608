//! [`UpstreamState`]: what a connection to another server is doing.

use std::{sync::Arc, time::SystemTime};

use serde::Serialize;
use toolwright::client::Connection;

/// The state of a connection to another server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
#[non_exhaustive]
pub enum UpstreamState {
    /// A connection is being made.
    Connecting,
    /// Calls are passed on.
    Ready {
        /// The revision that the server speaks.
        revision: String,
        /// `modern` for 2026-07-28, `legacy` for the revisions with sessions.
        era: &'static str,
    },
    /// The last attempts failed. There will be another.
    Waiting {
        /// The attempts that failed in a row.
        failures: u32,
        /// Why the last one failed.
        reason: String,
        /// When the next one is made.
        #[serde(skip)]
        next_attempt: SystemTime,
    },
    /// The server ended again and again, and is not connected to any more.
    Stopped {
        /// How it ended last.
        reason: String,
    },
    /// The program was stopped, because nobody used it. The next call starts it again.
    Idle,
    /// It is configured not to be connected to.
    Disabled,
}

impl UpstreamState {
    /// The state of a server that answers on this connection.
    pub(crate) fn of(connection: &Connection) -> Self {
        let revision = connection.revision();
        Self::Ready {
            revision: revision.to_string(),
            era: match revision.is_modern() {
                true => "modern",
                false => "legacy",
            },
        }
    }
}

/// The state of a connection, with the connection.
#[derive(Clone)]
pub(crate) enum Link {
    Connecting,
    Ready(Arc<Connection>),
    Waiting {
        failures: u32,
        reason: String,
        next_attempt: SystemTime,
    },
    Stopped {
        reason: String,
    },
    Idle,
    Disabled,
}

impl Link {
    /// Returns whether this is the connection in use.
    pub(crate) fn has(&self, connection: &Arc<Connection>) -> bool {
        matches!(self, Self::Ready(current) if Arc::ptr_eq(current, connection))
    }
}

impl From<&Link> for UpstreamState {
    fn from(link: &Link) -> Self {
        match link {
            Link::Connecting => Self::Connecting,
            Link::Ready(connection) => Self::of(connection),
            Link::Waiting {
                failures,
                reason,
                next_attempt,
            } => Self::Waiting {
                failures: *failures,
                reason: reason.clone(),
                next_attempt: *next_attempt,
            },
            Link::Stopped { reason } => Self::Stopped {
                reason: reason.clone(),
            },
            Link::Idle => Self::Idle,
            Link::Disabled => Self::Disabled,
        }
    }
}
