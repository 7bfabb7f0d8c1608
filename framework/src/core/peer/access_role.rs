//! [`AccessRole`]: the role of a caller.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// The role of a caller, which says what it may do beside calling tools.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum AccessRole {
    /// Calls tools.
    #[default]
    Caller,
    /// Also creates tools, and changes those that it owns.
    Author,
    /// Changes everything.
    Admin,
}

/// A text is not the name of a role.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected `admin`, `author` or `caller`")]
pub struct UnknownRole;

impl fmt::Display for AccessRole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Caller => "caller",
            Self::Author => "author",
            Self::Admin => "admin",
        })
    }
}

impl FromStr for AccessRole {
    type Err = UnknownRole;

    fn from_str(text: &str) -> Result<Self, UnknownRole> {
        match text {
            "caller" => Ok(Self::Caller),
            "author" => Ok(Self::Author),
            "admin" => Ok(Self::Admin),
            _ => Err(UnknownRole),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_read_as_they_are_written() {
        for role in [AccessRole::Caller, AccessRole::Author, AccessRole::Admin] {
            assert_eq!(role.to_string().parse(), Ok(role));
        }
        assert_eq!("Admin".parse::<AccessRole>(), Err(UnknownRole));
    }
}
