//! [`ConnectError`] and [`ServerError`]. Neither ever contains the password.

use std::{io, time::Duration};

/// The reason why a connection could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// The socket could not be connected.
    #[error("cannot reach PostgreSQL at `{location}`: {source}")]
    Unreachable {
        /// Host and port, or the path of the socket.
        location: String,
        /// The error of the socket.
        source: io::Error,
    },
    /// The host name could not be resolved.
    #[error("cannot reach PostgreSQL at `{location}`: the host name cannot be resolved")]
    UnknownHost {
        /// Host and port.
        location: String,
        /// The error of the resolver.
        source: io::Error,
    },
    /// Connecting and logging in took too long.
    #[error("PostgreSQL at `{location}` did not accept a connection within {waited:?}")]
    TimedOut {
        /// Host and port, or the path of the socket.
        location: String,
        /// How long the caller waited.
        waited: Duration,
    },
    /// The peer closed the connection, or does not speak PostgreSQL's protocol.
    #[error("the server at `{location}` does not respond like PostgreSQL: {problem}")]
    NotPostgres {
        /// Host and port, or the path of the socket.
        location: String,
        /// Its unexpected behaviour.
        problem: String,
    },
    /// The server asks for a password that is not set, or for an unsupported authentication method.
    #[error("PostgreSQL at `{location}` asks user `{user}` for {wanted}")]
    Login {
        /// Host and port, or the path of the socket.
        location: String,
        /// The role that logs in.
        user: String,
        /// The credential that the server asks for, and why it is not sent.
        wanted: &'static str,
    },
    /// The server rejected the login.
    #[error("PostgreSQL at `{location}` rejected user `{user}` for database `{database}`: {error}")]
    Rejected {
        /// Host and port, or the path of the socket.
        location: String,
        /// The role that logs in.
        user: String,
        /// The database.
        database: String,
        /// The server's error.
        error: Box<ServerError>,
    },
    /// The database does not exist.
    #[error("PostgreSQL at `{location}` has no database `{database}` (user `{user}`)")]
    NoDatabase {
        /// Host and port, or the path of the socket.
        location: String,
        /// The role that logs in.
        user: String,
        /// The database.
        database: String,
    },
    /// The server's connection limit is reached.
    #[error(
        "PostgreSQL at `{location}` has no free connection for user `{user}` and database `{database}`"
    )]
    TooManyConnections {
        /// Host and port, or the path of the socket.
        location: String,
        /// The role that logs in.
        user: String,
        /// The database.
        database: String,
    },
    /// The server is starting, stopping or recovering.
    #[error("PostgreSQL at `{location}` does not accept connections now: {error}")]
    NotNow {
        /// Host and port, or the path of the socket.
        location: String,
        /// The server's error.
        error: Box<ServerError>,
    },
    /// TLS is required, but the server does not support it.
    #[error("PostgreSQL at `{location}` does not offer TLS, but the settings require it")]
    NoTls {
        /// Host and port.
        location: String,
    },
    /// The TLS handshake failed, for instance because the certificate is for another host.
    #[error("no encrypted connection to PostgreSQL at `{location}`: {problem}")]
    Tls {
        /// Host and port.
        location: String,
        /// The reason.
        problem: String,
    },
    /// The embedded server did not start.
    #[error("the embedded database did not start: {0}")]
    NotStarted(String),
}

/// An error that the server reported. Each text is limited to a few kilobytes.
#[derive(Debug, Clone, Default, PartialEq, Eq, thiserror::Error)]
#[error("{message}{}{}", after("; ", detail.as_deref()), after("; hint: ", hint.as_deref()))]
pub struct ServerError {
    /// The SQLSTATE code, five characters.
    pub code: String,
    /// The message, in the server's language.
    pub(crate) message: String,
    /// More details.
    pub(crate) detail: Option<String>,
    /// A suggestion what to do.
    pub(crate) hint: Option<String>,
    /// The position in the statement, in characters from 1.
    pub(crate) position: Option<u32>,
    /// Whether the server closes the connection after this error.
    pub(crate) is_fatal: bool,
}

impl ServerError {
    /// The result types of a prepared statement have changed.
    pub(in crate::postgres) const CACHED_PLAN_CHANGED: &str = "0A000";
    /// The prepared statement does not exist.
    pub(in crate::postgres) const NO_STATEMENT: &str = "26000";

    /// Returns whether the statement was cancelled, by a timeout of the server or on request.
    pub(in crate::postgres) fn is_cancelled(&self) -> bool {
        self.code == "57014"
    }

    /// Returns whether the server is shutting down, has crashed, or terminates this connection.
    pub(in crate::postgres) fn is_shutdown(&self) -> bool {
        self.is_fatal && self.code.starts_with("57P")
    }
}

fn after(separator: &str, text: Option<&str>) -> String {
    text.map(|text| format!("{separator}{text}"))
        .unwrap_or_default()
}
