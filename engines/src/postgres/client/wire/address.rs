//! [`Address`]: where a server listens, and how to log in.

use std::path::PathBuf;

use toolwright_base::Secret;

/// The address of a server, and the credentials for it.
#[derive(Debug, Clone)]
pub struct Address {
    /// The host, or the folder of the unix socket.
    pub host: Host,
    /// The port, which is also part of the name of a unix socket.
    pub port: u16,
    /// The name of the database.
    pub database: String,
    /// The role that logs in.
    pub user: String,
    /// The password of the role, if it has one.
    pub password: Option<Secret>,
    /// Whether the connection is encrypted.
    pub tls: Tls,
}

/// The address that a server listens at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Host {
    /// A host name or an IP address.
    Tcp(String),
    /// The folder that contains the unix socket.
    Unix(PathBuf),
}

/// Whether a connection is encrypted. The variants correspond to the values of libpq's `sslmode`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tls {
    /// Never (`disable`).
    Off,
    /// If the server supports it. Any certificate is accepted (`prefer`).
    Prefer,
    /// Always. Any certificate is accepted, so the server may be an impostor (`require`).
    Require,
    /// Always. The certificate must be valid for this host (`verify-full`).
    VerifyFull {
        /// A PEM file with the trusted authorities. Without it, those of the system are trusted.
        authority: Option<PathBuf>,
    },
}

impl Address {
    /// Returns host and port, or the path of the socket, for messages.
    pub fn location(&self) -> String {
        match &self.host {
            Host::Tcp(host) if host.contains(':') => format!("[{host}]:{}", self.port),
            Host::Tcp(host) => format!("{host}:{}", self.port),
            Host::Unix(_) => self.socket_path().display().to_string(),
        }
    }

    /// Returns the path of the unix socket. It is empty for TCP.
    pub(super) fn socket_path(&self) -> PathBuf {
        match &self.host {
            Host::Unix(folder) => folder.join(format!(".s.PGSQL.{}", self.port)),
            Host::Tcp(_) => PathBuf::new(),
        }
    }
}
