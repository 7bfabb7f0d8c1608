//! [`NamedCredential`]: a credential that a tool gets under a name; [`refuse_plain`]: credentials in
//! places that are stored as they are.

use toolwright::ToolError;
use zeroize::Zeroizing;

use super::auth::{Auth, Credential};
use crate::{jsonc::Node, sealing::SecretKeys, texts};

/// A credential that a tool gets under a name: a variable of its program, or an argument.
#[derive(Debug, Clone)]
pub(crate) struct NamedCredential {
    tool: String,
    name: String,
    value: Credential,
    keys: SecretKeys,
}

impl NamedCredential {
    /// Returns the credential of `auth`, if it has a name.
    pub(crate) fn of(auth: Option<&Auth>, tool: &str, keys: &SecretKeys) -> Option<Self> {
        let Some(Auth::ApiKey { name, value, .. }) = auth else {
            return None;
        };
        Some(Self {
            tool: tool.to_owned(),
            name: name.clone(),
            value: value.clone(),
            keys: keys.clone(),
        })
    }

    /// Returns its name.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns its value, which is overwritten in memory when it is dropped.
    ///
    /// # Errors
    /// If it was sealed with another key, or for another tool.
    pub(crate) fn open(&self) -> Result<Zeroizing<String>, ToolError> {
        self.value.open(&self.tool, &self.keys)
    }
}

/// The parts of names that credentials have, in lower case and with `_` in place of `-`.
const NAMES: [&str; 9] = [
    "password",
    "passwd",
    "secret",
    "credential",
    "api_key",
    "apikey",
    "access_key",
    "private_key",
    "token",
];

/// The beginnings of values that credentials have.
const VALUES: [&str; 8] = [
    "bearer ",
    "basic ",
    "sk-",
    "ghp_",
    "github_pat_",
    "xoxb-",
    "akia",
    "glpat-",
];

/// Refuses a credential in `headers` or `env`, where it would be stored as it is. `place` is the `in` of
/// the `auth` that it belongs in. A value with a place for an argument is none of the definition.
///
/// The message does not have the value.
pub(crate) fn refuse_plain(name: &str, node: &Node<'_>, place: &str) {
    let value = match node.is_text() {
        true => node.text().unwrap_or_default().to_lowercase(),
        false => return,
    };
    if value.contains('{') || value.is_empty() {
        return;
    }
    let plain = name.to_lowercase().replace('-', "_");
    let is_named = NAMES.iter().any(|part| plain.contains(part));
    if is_named || VALUES.iter().any(|start| value.starts_with(start)) {
        node.problem(texts::plain_credential(name, place));
    }
}
