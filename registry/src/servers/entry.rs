//! [`StoredServer`]: an entry of `mcp.json`, and what is checked before one is stored.

use std::{env, path::Path};

use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};
use toolwright_base::{CodedText, Hexadecimal};

use super::{credentials, mcp_file::read_mcp_file};
use crate::{
    jsonc::{Invalid, Problems},
    sealing::SecretKeys,
    texts,
};

/// The key of the servers.
pub(super) const KEY: &str = "mcpServers";
/// The longest name of a server that is added.
const MAX_NAME: usize = 64;

/// Why the other MCP servers are not read or changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServersError {
    /// The file, or a server that is to be stored, is malformed.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// There is no such server.
    #[error("there is no MCP server `{0}`")]
    Unknown(String),
    /// There is another server of this name.
    #[error("there is an MCP server `{0}` already")]
    Taken(String),
    /// The server was changed since somebody looked at it.
    #[error("the MCP server `{0}` was changed meanwhile")]
    Conflict(String),
    /// They cannot be read or written.
    #[error("{0}")]
    Unusable(String),
    /// They are on another machine, which cannot be reached now.
    #[error("the registry's database cannot be used: {0}")]
    Away(String),
}

/// A condition on a server that is changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExpectedServer {
    /// Nothing.
    Any,
    /// There is none of this name.
    Absent,
    /// It is at this [version](StoredServer::version).
    Version(String),
}

/// A server as it is stored.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct StoredServer {
    /// Its entry in the file, with credentials masked.
    pub entry: Map<String, Value>,
    /// A text that is another one after each change.
    pub version: String,
    /// Whether it has credentials that are sealed.
    pub has_sealed: bool,
}

impl StoredServer {
    pub(super) fn of(mut entry: Map<String, Value>) -> Self {
        let text = Value::Object(entry.clone()).to_string();
        let version = Hexadecimal(&Sha256::digest(text.as_bytes())[..8]).to_string();
        Self {
            has_sealed: credentials::mask(&mut entry),
            entry,
            version,
        }
    }
}

/// Returns the members of a value that is an object.
pub(super) fn object(value: Value) -> Option<Map<String, Value>> {
    match value {
        Value::Object(object) => Some(object),
        _ => None,
    }
}

/// Returns the error for a name that no server has.
pub(super) fn unknown(name: &str) -> ServersError {
    ServersError::Unknown(name.to_owned())
}

/// Refuses a change that was made for another entry than the present one.
pub(super) fn check_expected(
    name: &str,
    present: Option<&Map<String, Value>>,
    expected: &ExpectedServer,
) -> Result<(), ServersError> {
    let name = name.to_owned();
    match (expected, present) {
        (ExpectedServer::Any, _) | (ExpectedServer::Absent, None) => Ok(()),
        (ExpectedServer::Absent, Some(_)) => Err(ServersError::Taken(name)),
        (ExpectedServer::Version(_), None) => Err(ServersError::Unknown(name)),
        (ExpectedServer::Version(wanted), Some(present)) => {
            match StoredServer::of(present.clone()).version == *wanted {
                true => Ok(()),
                false => Err(ServersError::Conflict(name)),
            }
        }
    }
}

/// Checks an entry by itself, so that its problems have paths within it.
pub(super) fn check_entry(
    name: &str,
    entry: &Map<String, Value>,
    keys: &SecretKeys,
) -> Result<(), ServersError> {
    let text = json!({KEY: {name: entry}}).to_string();
    let Err(mut invalid) = read_mcp_file(name, &text, keys) else {
        return Ok(());
    };
    let outer = format!("{KEY}.{name}");
    for problem in &mut invalid.problems {
        if let Some(inner) = problem.path.strip_prefix(&outer) {
            problem.path = inner.trim_start_matches('.').to_owned();
        }
    }
    Err(invalid.into())
}

/// Refuses a name that has no place in a path.
pub(super) fn check_name(name: &str) -> Result<(), ServersError> {
    let is_good = |one: char| !one.is_control() && one != '/' && one != '`';
    let is_short = name.chars().count() <= MAX_NAME;
    match !name.trim().is_empty() && is_short && name.chars().all(is_good) {
        true => Ok(()),
        false => Err(invalid(name, "name".to_owned(), texts::server_name())),
    }
}

/// Returns the error of the value at `path` of the server `name`.
pub(super) fn invalid(name: &str, path: String, why: impl Into<CodedText>) -> ServersError {
    let problems = Problems::of("");
    let why = why.into();
    problems.add(0, path, why.clone());
    match problems.into_result::<()>(name, None) {
        Err(invalid) => invalid.into(),
        Ok(()) => ServersError::Unusable(why.into()),
    }
}

/// Returns the members of an entry, or why it is not imported.
pub(super) fn importable(
    name: &str,
    entry: Value,
    there: &Map<String, Value>,
) -> Result<Map<String, Value>, CodedText> {
    match entry {
        _ if there.contains_key(name) => Err(texts::server_is_there()),
        _ if check_name(name).is_err() => Err(texts::unusable_server_name()),
        Value::Object(entry) if is_this_program(&entry) => Err(texts::server_is_this_program()),
        Value::Object(entry) => Ok(entry),
        _ => Err(texts::server_no_object()),
    }
}

/// Whether an entry starts this program, which would start itself without end.
fn is_this_program(entry: &Map<String, Value>) -> bool {
    let command = entry.get("command").and_then(Value::as_str);
    let name = |path: &Path| path.file_name().map(ToOwned::to_owned);
    let own = env::current_exe().ok();
    command.is_some_and(|command| own.is_some_and(|own| name(&own) == name(Path::new(command))))
}
