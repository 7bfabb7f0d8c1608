//! Why a server cannot be built or does not run.

use std::{error::Error as _, fmt, io, net::SocketAddr};

use crate::core::CatalogError;

/// What building, running and calling a server gives.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a server cannot be built or does not run.
///
/// Its debug form is for people: it is what `fn main() -> toolwright::Result<()>` prints.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Two tools of one name, a broken template, and the like.
    #[error(transparent)]
    Catalog(#[from] CatalogError),
    /// A function takes a state that the server was not given.
    #[error(
        "the {kind} `{name}` takes `State<{state}>`, which the server has not: add it with `Server::state`"
    )]
    MissingState {
        /// `tool`, `resource` or `prompt`.
        kind: &'static str,
        /// The name or the URI.
        name: String,
        /// The type of the state.
        state: &'static str,
    },
    /// A prefix that could not be part of a name.
    #[error(
        "`{prefix}` is not a prefix for a mounted server: letters, digits, `_` and `-` are wanted"
    )]
    Prefix {
        /// The prefix.
        prefix: String,
    },
    /// A hook of the server's start failed.
    #[error("the server did not start: {0}")]
    Start(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// A hook of the server's end failed.
    #[error("the server did not stop in order: {0}")]
    Stop(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The host has no address.
    #[error("`{host}` is not an address to listen on: {source}")]
    Host {
        /// The host.
        host: String,
        /// Why.
        source: io::Error,
    },
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {source} (choose another port with `--port`)")]
    Bind {
        /// The address.
        address: SocketAddr,
        /// Why.
        source: io::Error,
    },
    /// Everybody who reaches the address could call every tool.
    #[error(
        "{address} can be reached by others, and nobody has to prove who they are: listen on 127.0.0.1, or say `--insecure`"
    )]
    Exposed {
        /// The address.
        address: SocketAddr,
    },
    /// Something of the system failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A request of the in-memory client or of the command line was refused.
    #[error("{message}")]
    Refused {
        /// The JSON-RPC code.
        code: i64,
        /// Why.
        message: String,
    },
    /// The tool that the command line called answered with an error.
    #[error("{0}")]
    ToolFailed(String),
    /// What was asked for on the command line cannot be done.
    #[error("{0}")]
    Usage(String),
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")?;
        // The message has the first cause in it.
        let mut cause = self.source().and_then(std::error::Error::source);
        while let Some(next) = cause {
            write!(f, "\n  because {next}")?;
            cause = next.source();
        }
        Ok(())
    }
}
