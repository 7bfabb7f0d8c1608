//! [`Address`]: where a server listens and how to log in, and [`Endpoint`], which knows it when it is wanted.

use std::{fmt, path::PathBuf};

use futures_util::future::BoxFuture;

use super::error::ConnectError;
use crate::core::Secret;

/// Where a server listens and how to log in.
#[derive(Debug, Clone)]
pub(crate) struct Address {
    /// The machine, or the folder of the socket.
    pub(crate) host: Host,
    /// The port. The name of a unix socket has it too.
    pub(crate) port: u16,
    /// The database.
    pub(crate) database: String,
    /// The role that logs in.
    pub(crate) user: String,
    /// Its password, if it has one.
    pub(crate) password: Option<Secret>,
    /// How the connection is secured.
    pub(crate) tls: Tls,
}

/// Where a server listens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Host {
    /// A name or an address.
    Tcp(String),
    /// The folder that the socket is in.
    Unix(PathBuf),
}

/// How a connection is secured. The words and their meaning are those of `sslmode`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Tls {
    /// Not at all (`disable`).
    Off,
    /// Where the server can, without a look at its certificate (`prefer`).
    Prefer,
    /// Always, without a look at its certificate (`require`): nobody can listen, but the server may be another.
    Require,
    /// Always, and the certificate is for this host (`verify-full`).
    VerifyFull {
        /// Who signs certificates, in PEM. The system's roots where there is none.
        authority: Option<PathBuf>,
    },
}

/// Gives the address when a connection is wanted: at once for a configured server; an embedded one starts first.
pub(crate) trait Endpoint: Send + Sync + fmt::Debug {
    /// The address to connect to now.
    fn address(&self) -> BoxFuture<'_, Result<Address, ConnectError>>;
}

impl Endpoint for Address {
    fn address(&self) -> BoxFuture<'_, Result<Address, ConnectError>> {
        Box::pin(std::future::ready(Ok(self.clone())))
    }
}

impl Address {
    /// Where the server listens, for messages.
    pub(crate) fn place(&self) -> String {
        match &self.host {
            Host::Tcp(host) if host.contains(':') => format!("[{host}]:{}", self.port),
            Host::Tcp(host) => format!("{host}:{}", self.port),
            Host::Unix(_) => self.socket_path().display().to_string(),
        }
    }

    /// The socket's path, if it is one in the file system.
    pub(super) fn socket_path(&self) -> PathBuf {
        match &self.host {
            Host::Unix(folder) => folder.join(format!(".s.PGSQL.{}", self.port)),
            Host::Tcp(_) => PathBuf::new(),
        }
    }
}
