//! [`ApiKey`], [`NewKey`] and [`User`]: what is kept of them, and the [`AccountError`] of changing it.

use std::{io, path::PathBuf};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use toolwright::access::AccessRole;

use super::key_text::KeyHash;

/// An API key as it is stored. The key itself cannot be computed from it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ApiKey {
    /// The id, which is part of the key.
    pub id: String,
    /// The name of the user.
    pub user: String,
    pub(super) hash: KeyHash,
    /// The role, if it is less than that of the user.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<AccessRole>,
    /// The patterns of the tools that may be called, or `None` for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tools: Option<Vec<String>>,
    /// The agent whose endpoint the key opens, and nothing else; `None` for the whole server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// The scopes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scopes: Vec<String>,
    /// A note for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// When it stops working.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<DateTime<Utc>>,
    /// When it was last used, to within some minutes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_used_at: Option<DateTime<Utc>>,
}

impl ApiKey {
    /// Returns `true` if the key no longer works at `now`.
    #[must_use]
    pub fn is_expired(&self, now: DateTime<Utc>) -> bool {
        self.expires_at.is_some_and(|end| end <= now)
    }
}

/// The key that [`Accounts::create_key`](super::Accounts::create_key) creates.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct NewKey {
    /// The name of the user.
    pub user: String,
    /// The role, if it is to be less than that of the user.
    pub role: Option<AccessRole>,
    /// The patterns of the tools that may be called, or `None` for all.
    pub tools: Option<Vec<String>>,
    /// The agent whose endpoint the key opens, and nothing else; `None` for the whole server.
    pub agent: Option<String>,
    /// The scopes.
    pub scopes: Vec<String>,
    /// A note for people.
    pub label: String,
    /// When it stops working.
    pub expires_at: Option<DateTime<Utc>>,
}

impl NewKey {
    /// Creates a key of this user, with all its rights.
    pub fn of(user: impl Into<String>) -> Self {
        Self {
            user: user.into(),
            ..Self::default()
        }
    }
}

/// A person or a program that has keys and owns tools.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct User {
    /// The name, which is unique.
    pub name: String,
    /// The role, which limits the roles of its keys.
    pub role: AccessRole,
    /// Whether its keys work.
    #[serde(default = "active")]
    pub is_active: bool,
    /// When it was created.
    pub created_at: DateTime<Utc>,
}

const fn active() -> bool {
    true
}

/// The error of reading or changing users and keys.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AccountError {
    /// The file cannot be read or written.
    #[error("cannot use `{}`: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The file does not contain users and keys.
    #[error("`{}` is not a valid file of users and keys: {problem}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The problem, with its line and column.
        problem: String,
    },
    /// The store cannot be used, or could not a moment ago and was not looked at again.
    #[error("{0}")]
    Unusable(String),
    /// The store is on another machine, and cannot be reached now.
    #[error("users and keys cannot be reached: {0}")]
    Away(String),
    /// A copy would go where there are users already.
    #[error("there are users already: a copy needs a place without any")]
    Occupied,
    /// There is no such user.
    #[error("there is no user `{0}`")]
    UnknownUser(String),
    /// There is no such key.
    #[error("there is no key `{0}`")]
    UnknownKey(String),
    /// The name is taken.
    #[error("there is a user `{0}` already")]
    UserExists(String),
    /// The name cannot be used.
    #[error(
        "`{0}` cannot be the name of a user: expected 1 to 64 letters, digits, `_`, `-`, `.` or `@`, and neither `local`, `host` nor an address"
    )]
    InvalidName(String),
    /// A key would have more rights than its user.
    #[error("the role of a key must not be above that of its user (`{0}`)")]
    RoleAboveUser(toolwright::access::AccessRole),
    /// The label, the scopes and the patterns of a key are too long.
    #[error("the label, the scopes and the tools of a key have at most 4,096 bytes together")]
    KeyTooLarge,
    /// The list is full.
    #[error("there are {0} {1} already, which is the limit")]
    TooMany(usize, &'static str),
}

/// A command on users or keys fails with this error as its message.
impl From<AccountError> for toolwright::cli::Failure {
    fn from(error: AccountError) -> Self {
        Self::because(error.to_string())
    }
}
