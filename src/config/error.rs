//! [`ConfigError`]: why the settings cannot be used.

use std::path::PathBuf;

/// Why the settings cannot be used. No variant holds a secret.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum ConfigError {
    /// A setting has a value that it cannot have.
    #[error("`{name}` is `{got}` in {place}: {expected}")]
    Value {
        name: String,
        /// The value, or a mask if it is a secret.
        got: String,
        /// The environment, a file, or the defaults.
        place: String,
        /// What the value must be.
        expected: String,
    },
    /// A setting that is needed has no value.
    #[error("`{name}` is not set: {expected}")]
    Missing {
        name: String,
        /// Why it is needed.
        expected: String,
    },
    /// A file of settings cannot be read.
    #[error("cannot read `{}`: {source}", file.display())]
    File {
        file: PathBuf,
        source: std::io::Error,
    },
    /// A file of settings is malformed, or has a setting that does not exist.
    #[error("`{}` is not a valid settings file: {problem}", file.display())]
    Syntax { file: PathBuf, problem: String },
}
