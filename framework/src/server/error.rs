//! [`Error`]: why a server cannot be built, does not run, or refused a request.

use std::{error::Error as _, fmt, io, net::SocketAddr};

use toolwright_base::visible_text;

use super::protocol::RpcError;
use crate::core::{CatalogError, ToolError};

/// The result of building, running and calling a server.
///
/// It is the return type of `main` in a program that runs a server:
///
/// ```no_run
/// use toolwright::prelude::*;
///
/// #[tokio::main]
/// async fn main() -> toolwright::Result<()> {
///     Server::discover("demo").run().await
/// }
/// ```
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The error of building, running or calling a server.
///
/// Its `Debug` form is the message with all causes, because that is what `main` prints when it
/// returns an error.
///
/// ```
/// use toolwright::{Error, prelude::*};
///
/// /// Counts the calls.
/// #[tool]
/// async fn count(_total: State<u64>) -> u64 {
///     1
/// }
///
/// let error = Server::new("demo").tools(tools![count]).build().unwrap_err();
/// assert!(matches!(error, Error::MissingState { kind: "tool", .. }));
/// assert_eq!(format!("{error:?}"), error.to_string());
/// ```
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The catalogue is invalid, for example because two tools have the same name.
    #[error(transparent)]
    Catalog(#[from] CatalogError),
    /// A function takes a state that the server does not have.
    #[error(
        "the {kind} `{name}` takes `State<{state}>`, but the server has no such state: add it with `Server::state`"
    )]
    MissingState {
        /// `tool`, `resource` or `prompt`.
        kind: &'static str,
        /// The name of the tool or prompt, or the URI of the resource.
        name: String,
        /// The type of the state.
        state: &'static str,
    },
    /// The prefix of a mounted server cannot be part of a name.
    #[error(
        "`{prefix}` is not a valid prefix for a mounted server: use letters, digits, `_` and `-`"
    )]
    Prefix {
        /// The invalid prefix.
        prefix: String,
    },
    /// A page cannot be at this path.
    #[error("there cannot be a page at `{path}`: {problem}")]
    Route {
        /// The path.
        path: String,
        /// The reason.
        problem: &'static str,
    },
    /// An authenticator is configured so that it cannot work.
    #[error("requests cannot be authenticated: {0}")]
    Authenticator(String),
    /// A start hook failed.
    #[error("the server did not start: {0}")]
    Start(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// A stop hook failed.
    #[error("the server did not stop cleanly: {0}")]
    Stop(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The host cannot be resolved to an address.
    #[error("cannot resolve the host `{host}`: {source}")]
    Host {
        /// The host.
        host: String,
        /// The cause.
        source: io::Error,
    },
    /// The address cannot be bound.
    #[error("cannot listen on {address}: {source}")]
    Bind {
        /// The address.
        address: SocketAddr,
        /// The cause.
        source: io::Error,
    },
    /// Other machines can reach the address, requests need no credentials, and
    /// [`HttpOptions::insecure`](crate::transport::HttpOptions::insecure) is not set.
    #[error("refusing to listen on {address}: other machines can reach it without authentication")]
    Exposed {
        /// The address.
        address: SocketAddr,
    },
    /// An operation of the system failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The server refused a request of the in-memory [`Client`](crate::Client).
    #[error("{message}")]
    Refused {
        /// The JSON-RPC error code.
        code: i64,
        /// The reason.
        message: String,
    },
    /// The in-memory [`Client`](crate::Client) could not use what it sent or received.
    #[error("{0}")]
    Client(String),
    /// A tool returned an error: one that [`Server::run`](crate::Server::run) called, or whose result
    /// was read with `?`.
    #[error("{0}")]
    ToolFailed(String),
    /// A command of [`Server::run`](crate::Server::run) failed.
    #[error("{0}")]
    Command(String),
}

/// For programs that read the results of calls with `?`.
impl From<ToolError> for Error {
    fn from(error: ToolError) -> Self {
        Self::ToolFailed(error.to_string())
    }
}

impl RpcError {
    /// Converts the error into one for the caller of a client.
    pub(crate) fn into_error(self) -> Error {
        Error::Refused {
            code: self.code,
            message: self.message,
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // This is what a failed `main` prints, and the message may come from a tool.
        f.write_str(&visible_text(&self.to_string()))?;
        // The message already contains the first cause.
        let mut cause = self.source().and_then(std::error::Error::source);
        while let Some(next) = cause {
            write!(f, "\n  because {}", visible_text(&next.to_string()))?;
            cause = next.source();
        }
        Ok(())
    }
}
