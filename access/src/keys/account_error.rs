//! [`AccountError`]: the error of reading or changing users and keys.

use std::{io, path::PathBuf};

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
    /// The file could not be used a moment ago, and was not looked at again.
    #[error("{0}")]
    Unusable(String),
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
