//! [`ActiveCluster`]: a database that can be used, started by this server or by another one.

use std::{
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

use super::{probe, running::RunningCluster};

/// A database that can be used.
#[derive(Debug)]
pub(super) enum ActiveCluster {
    /// This server has started it.
    Own(Box<RunningCluster>),
    /// Another server on the same folder has started it, and will stop it.
    Other(OtherCluster),
}

/// The database of another server.
#[derive(Debug)]
pub(super) struct OtherCluster {
    socket: PathBuf,
    is_gone: AtomicBool,
}

impl ActiveCluster {
    /// Creates the database of another server, with its socket in this folder.
    pub(super) fn of_other(socket: PathBuf) -> Self {
        Self::Other(OtherCluster {
            socket,
            is_gone: AtomicBool::new(false),
        })
    }

    /// Returns the folder of the database's socket.
    pub(super) fn socket(&self) -> &Path {
        match self {
            Self::Own(own) => own.socket(),
            Self::Other(other) => &other.socket,
        }
    }

    /// Returns whether it runs, as far as is known without asking it.
    pub(super) fn is_running(&self) -> bool {
        match self {
            Self::Own(own) => own.is_running(),
            Self::Other(other) => !other.is_gone.load(Ordering::Relaxed),
        }
    }

    /// Returns whether it accepts connections.
    pub(super) async fn answers(&self) -> bool {
        match self {
            Self::Own(own) => own.answers().await,
            Self::Other(other) => {
                let answers = probe::answers(&other.socket).await;
                other.is_gone.fetch_or(!answers, Ordering::Relaxed);
                answers
            }
        }
    }

    /// Waits until what is left of a database that died is gone.
    pub(super) async fn wait_after_crash(&self) {
        if let Self::Own(own) = self {
            own.wait_after_crash().await;
        }
    }

    /// Stops it, if this server has started it.
    pub(super) async fn stop(&self) {
        if let Self::Own(own) = self {
            own.stop().await;
        }
    }
}
