//! [`ServerConfig`]: one other server, and what is taken from it.

use std::{collections::BTreeMap, fmt, path::PathBuf, time::Duration};

use toolwright::govern::NamePattern;

use crate::overrides::ToolOverride;

/// One other server, and what is taken from it.
///
/// ```
/// use toolwright::govern::NamePattern;
/// use toolwright_gateway::{ServerConfig, Transport};
///
/// let mut files = ServerConfig::new("files", Transport::stdio(["files-server", "/data"]));
/// files.exclude = vec![NamePattern::new("delete_*")];
/// assert!(files.takes("read_file") && !files.takes("delete_file"));
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ServerConfig {
    /// The name, by which people and `mcp` tools refer to it.
    pub name: String,
    /// How it is reached.
    pub transport: Transport,
    /// The text before the names of its tools and prompts. `None` is the name of the server, an
    /// empty text is no prefix.
    pub prefix: Option<String>,
    /// The tools and prompts that are taken. Empty means all.
    pub include: Vec<NamePattern>,
    /// The tools and prompts that are not taken.
    pub exclude: Vec<NamePattern>,
    /// The time limit of a call.
    pub timeout: Option<Duration>,
    /// The time without a call after which a program is stopped. The next call starts it again.
    pub idle: Option<Duration>,
    /// Changes to its tools, by the names that they have there.
    pub tools: BTreeMap<String, ToolOverride>,
    /// Whether it is not connected to.
    pub is_disabled: bool,
    /// The trust in it.
    pub trust: Trust,
    /// Why it cannot be connected to, such as a credential that cannot be read.
    pub problem: Option<String>,
}

/// The trust in another server. By default there is none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Trust {
    /// Whether its definitions are followed when they change, without an administrator.
    pub follow: bool,
    /// Whether it may ask the client: for input, for a sample of its model, and for its roots.
    pub questions: bool,
}

/// How a server is reached.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Transport {
    /// A program, which speaks on its standard streams.
    Stdio(Program),
    /// Streamable HTTP.
    Http(HttpAddress),
    /// HTTP with server-sent events, as servers of 2024 have it.
    Sse(HttpAddress),
}

/// A program that is a server on its standard streams.
#[derive(Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Program {
    /// The program: a path, or a name that is looked up in `PATH`.
    pub command: String,
    /// Its arguments. No shell reads them.
    pub arguments: Vec<String>,
    /// The variables of its environment, beside the few that every program gets.
    pub environment: BTreeMap<String, String>,
    /// Further variables, which are credentials: no `${NAME}` is replaced in them.
    pub secrets: BTreeMap<String, String>,
    /// The folder that it runs in.
    pub folder: Option<PathBuf>,
}

/// The address of a server, and the headers of each request.
#[derive(Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct HttpAddress {
    /// `http://…` or `https://…`.
    pub url: String,
    /// Headers, whose values may be secrets.
    pub headers: BTreeMap<String, String>,
    /// Further headers, which are credentials: no `${NAME}` is replaced in them.
    pub secrets: BTreeMap<String, String>,
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Arguments and variables may be secrets.
        f.debug_struct("Program")
            .field("command", &self.command)
            .field("environment", &self.environment.keys())
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for HttpAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpAddress")
            .field("headers", &self.headers.keys())
            .finish_non_exhaustive()
    }
}

impl ServerConfig {
    /// Creates a configuration that takes everything, under the name of the server.
    pub fn new(name: impl Into<String>, transport: Transport) -> Self {
        Self {
            name: name.into(),
            transport,
            prefix: None,
            include: Vec::new(),
            exclude: Vec::new(),
            timeout: None,
            idle: None,
            tools: BTreeMap::new(),
            is_disabled: false,
            trust: Trust::default(),
            problem: None,
        }
    }

    /// Returns whether a tool or prompt with this name there is taken.
    #[must_use]
    pub fn takes(&self, name: &str) -> bool {
        let is_in = |patterns: &[NamePattern]| patterns.iter().any(|one| one.matches(name));
        (self.include.is_empty() || is_in(&self.include)) && !is_in(&self.exclude)
    }
}

impl Transport {
    /// A program with its arguments.
    pub fn stdio<W: Into<String>>(words: impl IntoIterator<Item = W>) -> Self {
        let mut words = words.into_iter().map(Into::into);
        Self::Stdio(Program {
            command: words.next().unwrap_or_default(),
            arguments: words.collect(),
            ..Program::default()
        })
    }

    /// An address of streamable HTTP.
    pub fn http(url: impl Into<String>) -> Self {
        Self::Http(HttpAddress {
            url: url.into(),
            ..HttpAddress::default()
        })
    }

    /// An address of HTTP with server-sent events.
    pub fn sse(url: impl Into<String>) -> Self {
        Self::Sse(HttpAddress {
            url: url.into(),
            ..HttpAddress::default()
        })
    }

    /// The word for it in `mcp.json`: `stdio`, `http` or `sse`.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Stdio(_) => "stdio",
            Self::Http(_) => "http",
            Self::Sse(_) => "sse",
        }
    }
}
