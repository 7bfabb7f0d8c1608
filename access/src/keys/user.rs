//! [`User`]: a person or a program that has keys.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use toolwright::access::AccessRole;

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
