//! [`Kind`]: a kind of tool, and [`Kinds`]: those that a server knows; [`KindConfig`]: the configuration
//! of one tool; [`Engines`]: what the kinds stand on.
//!
//! They refer to each other: a configuration is read and built with the engines of a server, which
//! know the kinds that its definitions may have.

use std::{
    collections::BTreeMap, env, ffi::OsString, fmt, future::ready, path::PathBuf, sync::Arc,
};

use serde_json::{Map, Value};
use toolwright::{BoxFuture, Tool, schema::Schema};
use toolwright_base::CodedText;
use toolwright_engines::{
    expression::Expressions,
    python::{Python, PythonLimits, PythonSettings},
    supervise::{
        run::{RunLimits, Runner},
        sandbox_policy::{SandboxMode, SandboxPolicy},
    },
};
use toolwright_gateway::Gateway;

use super::{
    http::HttpClients,
    interface::{Described, Interface},
    run::Run,
    sql::SqlEngine,
};
use crate::{
    auth::{Auth, CredentialUse},
    jsonc::{Fields, Node},
    parameters::Parameters,
    sealing::SecretKeys,
    texts,
};

/// A kind of tool: what the `type` of a definition selects.
///
/// A kind reads the `config` of a definition and reports every mistake at its place. The value that
/// it returns, a [`KindConfig`], is what a tool is built from. The [module documentation](super) has
/// an example.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a kind of tool",
    note = "implement `toolwright_registry::kinds::Kind` for it"
)]
pub trait Kind: fmt::Debug + Send + Sync {
    /// Returns the name, which is the `type` of its tools: lower-case letters, digits, `_` and `-`.
    fn name(&self) -> &'static str;

    /// Returns the JSON schema of `config`, of type `object`.
    ///
    /// [`config_schema_of`](super::config_schema_of) computes it from a Rust type. It describes the
    /// kind to editors and to the console; definitions are checked by [`parse`](Self::parse).
    fn config_schema(&self) -> Schema;

    /// Reads the configuration of a tool from the fields of `config`.
    ///
    /// Adds a problem to each field that is wrong, with [`Node::problem`](crate::kinds::Node::problem),
    /// and returns `None` if no configuration can be made of the rest. A definition with a problem is
    /// refused in any case. Fields that are not taken are refused by the caller.
    fn parse(&self, config: &Fields<'_>, around: Surroundings<'_>) -> Option<Arc<dyn KindConfig>>;

    /// Returns other spellings of the name, which are matched as they are written.
    fn spellings(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns the field of `config` that holds the text of the author, such as a query.
    ///
    /// A problem that [`KindConfig::derive`] finds is reported at this field. A definition without
    /// `config` may have the text as its field `definition`: then the fields of the whole definition
    /// are given to [`parse`](Self::parse).
    fn text_field(&self) -> Option<&'static str> {
        None
    }

    /// Returns whether a definition may have `auth`. Returns false by default.
    fn takes_auth(&self) -> bool {
        false
    }

    /// Returns how its tools use their credentials, for a kind that [takes them](Self::takes_auth).
    /// They are sent in requests by default.
    fn credential_use(&self) -> CredentialUse {
        CredentialUse::Request
    }

    /// Returns whether a definition must have `config`. Returns true by default.
    ///
    /// If not, the fields of the whole definition are given to [`parse`](Self::parse) where there is
    /// no `config`.
    fn needs_config(&self) -> bool {
        true
    }

    /// Returns whether its tools run programs of their author with the rights of the server.
    ///
    /// Only admins may define such tools. Returns false by default: a kind that starts processes, or
    /// loads code, must override it.
    fn runs_programs(&self) -> bool {
        false
    }
}

/// The parts of a definition that the configuration of its kind refers to.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Surroundings<'a> {
    /// The name of the tool.
    pub name: &'a str,
    /// The parameters that the author declared.
    pub parameters: &'a Parameters,
    /// The credentials, for a kind that [takes them](Kind::takes_auth).
    pub auth: Option<&'a Auth>,
    /// Whether the author wrote a description for agents.
    pub is_described: bool,
    /// The engines of the server.
    pub engines: &'a Engines,
}

/// The configuration of one tool, checked by its [`Kind`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the configuration of a kind of tool",
    note = "implement `toolwright_registry::kinds::KindConfig` for it"
)]
pub trait KindConfig: fmt::Debug + Send + Sync {
    /// Builds what a call runs.
    fn build(&self, engines: &Engines) -> Box<dyn Run>;

    /// Returns what the kind says about its tool where the author says nothing.
    fn interface(&self) -> Interface {
        Interface::default()
    }

    /// Fills in what the engine of the kind knows and `json`, the definition, does not declare.
    /// [Checks](Self::check) the configuration by default.
    ///
    /// # Errors
    /// If the engine does not accept the definition, or does not answer.
    fn derive<'a>(
        &'a self,
        json: &'a mut Map<String, Value>,
        parameters: &'a Parameters,
    ) -> BoxFuture<'a, Result<(), CodedText>> {
        let _ = json;
        self.check(parameters)
    }

    /// Checks that what the configuration names on this machine is there. Needs no service.
    ///
    /// # Errors
    /// If something is missing or does not fit.
    fn check<'a>(&'a self, parameters: &'a Parameters) -> BoxFuture<'a, Result<(), CodedText>> {
        let _ = parameters;
        Box::pin(ready(Ok(())))
    }

    /// Returns whether the [interface](Self::interface) follows something that can change by itself,
    /// such as a script.
    fn is_live(&self) -> bool {
        false
    }

    /// Returns whether a live interface was never asked for.
    fn is_unasked(&self) -> bool {
        false
    }

    /// Returns whether a live interface must be asked for again. May read the state of files.
    fn is_outdated(&self) -> bool {
        false
    }

    /// Brings a live interface up to date. Returns whether it has changed.
    fn refresh(&self) -> BoxFuture<'_, bool> {
        Box::pin(ready(false))
    }

    /// Returns what the engine of the kind says about the configuration, if it says something.
    ///
    /// # Errors
    /// If the engine does not accept the configuration, or does not answer.
    fn described(&self) -> BoxFuture<'_, Result<Option<Described>, CodedText>> {
        Box::pin(ready(Ok(None)))
    }

    /// Returns the name of the built-in tool that this one stands in for, if it does.
    fn stands_for(&self) -> Option<&str> {
        None
    }
}

/// The kinds of tools that a server knows, by name. Clones share them.
///
/// The default has the kinds that ship with this crate. [`with`](Self::with) adds another one.
#[derive(Debug, Clone)]
pub struct Kinds(pub(super) Arc<[Arc<dyn Kind>]>);

/// A kind that cannot be added to a collection.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KindError {
    /// Another kind has the name, or one of its spellings.
    #[error("there is a kind of tool `{0}` already")]
    Taken(&'static str),
    /// No definition could select the kind.
    #[error(
        "`{0}` cannot be the name of a kind of tool: expected lower-case letters of a to z, digits, `_` or `-`"
    )]
    Name(&'static str),
}

impl Kinds {
    /// Adds a kind.
    ///
    /// # Errors
    /// If another kind has the name, or no `type` can have it.
    pub fn with(self, kind: Arc<dyn Kind>) -> Result<Self, KindError> {
        let name = kind.name();
        let is_letter = |one: char| matches!(one, 'a'..='z' | '0'..='9' | '_' | '-');
        if !name.starts_with(|first: char| first.is_ascii_lowercase())
            || !name.chars().all(is_letter)
        {
            return Err(KindError::Name(name));
        }
        for spelling in kind.spellings().iter().chain([&name]) {
            if self.find(spelling).is_some() {
                return Err(KindError::Taken(spelling));
            }
        }
        let mut kinds: Vec<_> = self.0.iter().cloned().chain([kind]).collect();
        kinds.sort_by_key(|kind| kind.name());
        Ok(Self(kinds.into()))
    }

    /// Returns the kind of this name.
    pub fn get(&self, name: &str) -> Option<&Arc<dyn Kind>> {
        self.0.iter().find(|kind| kind.name() == name)
    }

    /// Returns the kinds, by name.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Arc<dyn Kind>> {
        self.0.iter()
    }

    /// Returns the names, in order.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &'static str> {
        self.0.iter().map(|kind| kind.name())
    }

    /// Returns the kind that a `type` selects: by its name, which may be in capital letters, or by
    /// another spelling.
    fn find(&self, text: &str) -> Option<&Arc<dyn Kind>> {
        let spelt = self.0.iter().find(|kind| kind.spellings().contains(&text));
        spelt.or_else(|| match text == text.to_uppercase() {
            true => self.get(&text.to_lowercase()),
            false => self.get(text),
        })
    }

    /// Reads the `type` of a definition.
    pub(crate) fn read(&self, node: &Node<'_>) -> Option<&Arc<dyn Kind>> {
        let text = node.text()?;
        let found = self.find(text);
        if found.is_none() {
            node.problem(texts::unknown_type(text, quoted(self.names())));
        }
        found
    }

    /// Returns the names of the kinds that take `auth`, for messages.
    pub(crate) fn names_with_auth(&self) -> String {
        let kinds = self.0.iter().filter(|kind| kind.takes_auth());
        quoted(kinds.map(|kind| kind.name()))
    }
}

fn quoted<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<_> = names.map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// The engines that the kinds use. Clones share them.
#[derive(Clone)]
pub struct Engines {
    /// The kinds of tools that definitions may have.
    pub kinds: Kinds,
    /// The built-in tools that can be served under another name.
    pub builtins: Arc<BTreeMap<String, Arc<dyn Tool>>>,
    pub(crate) expressions: Expressions,
    /// Sends the requests of `http` tools.
    pub http: Arc<HttpClients>,
    /// The other MCP servers.
    pub gateway: Option<Gateway>,
    /// The keys of credentials.
    pub secrets: SecretKeys,
    /// The database of `sql` tools that name none.
    pub sql: SqlEngine,
    /// Calls the functions of `python` tools.
    pub(crate) python: Python,
    /// The databases that `sql` tools can name.
    pub(crate) databases: Arc<BTreeMap<String, SqlEngine>>,
    /// Runs the programs of `shell` tools.
    pub(crate) runner: Arc<Runner>,
    /// The folder of scripts.
    pub(crate) scripts: PathBuf,
    /// The folders in which programs are searched, in the form of the variable `PATH`.
    pub(crate) search_path: OsString,
    /// The variables that programs inherit, with their values.
    pub(crate) environment: Vec<(String, String)>,
}

/// The settings that the engines of a server are made from.
pub struct EngineSettings {
    /// The kinds of tools that definitions may have.
    pub kinds: Kinds,
    /// The binary that supervises programs.
    pub program: PathBuf,
    /// The folder of scripts.
    pub scripts: PathBuf,
    /// The folders in which programs are searched, in the form of the variable `PATH`.
    pub search_path: OsString,
    /// The Python interpreter, if it is not `python3`.
    pub interpreter: Option<String>,
    /// The names of the variables of this process that scripts and programs inherit.
    pub inherited: Vec<String>,
    pub builtins: Vec<Arc<dyn Tool>>,
    pub expressions: Expressions,
    pub http: HttpClients,
    /// The other MCP servers, which tools of the kind `mcp` call. Without any, such a call fails.
    pub gateway: Option<Gateway>,
    pub secrets: SecretKeys,
    pub sql: SqlEngine,
    pub databases: Arc<BTreeMap<String, SqlEngine>>,
}

impl Engines {
    /// Creates the engines of a server.
    pub fn new(settings: EngineSettings) -> Self {
        let named = |tool: Arc<dyn Tool>| (tool.definition().name().to_owned(), tool);
        let variable = |name: &str| Some((name.to_owned(), env::var(name).ok()?));
        let inherited = settings.inherited.iter();
        let environment: Vec<_> = inherited.filter_map(|name| variable(name)).collect();
        // Text is UTF-8 whatever the locale is.
        let utf8 = ("PYTHONUTF8".to_owned(), "1".to_owned());
        // Scripts of an admin are trusted.
        let sandbox = Arc::new(SandboxPolicy::new(SandboxMode::Off, &settings.program));
        let runner = Runner::new(&settings.program, RunLimits::default(), sandbox);
        Self {
            kinds: settings.kinds,
            builtins: Arc::new(settings.builtins.into_iter().map(named).collect()),
            expressions: settings.expressions,
            http: Arc::new(settings.http),
            gateway: settings.gateway,
            secrets: settings.secrets,
            sql: settings.sql,
            databases: settings.databases,
            runner: Arc::new(runner),
            python: Python::new(PythonSettings {
                program: settings.program,
                interpreter: settings.interpreter,
                search_path: settings.search_path.clone(),
                folder: settings.scripts.clone(),
                environment: environment.iter().cloned().chain([utf8]).collect(),
                limits: PythonLimits::default(),
            }),
            scripts: settings.scripts,
            search_path: settings.search_path,
            environment,
        }
    }
}

impl fmt::Debug for Engines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engines")
            .field("builtins", &self.builtins.keys())
            .field("scripts", &self.scripts)
            .finish_non_exhaustive()
    }
}
