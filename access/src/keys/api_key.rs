//! [`ApiKey`]: an API key as it is stored.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use toolwright::access::AccessRole;

use super::key_hash::KeyHash;

/// An API key as it is stored. The key itself cannot be computed from it.
#[derive(Debug, Clone, Serialize, Deserialize)]
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
