//! [`ConfigError`]: why the settings cannot be used.

use std::path::PathBuf;

/// Why the settings cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum ConfigError {
    /// A value is not one of its setting.
    #[error("`{name}` is `{got}` in {place}: {wanted}")]
    Value {
        /// The variable.
        name: String,
        /// Its value.
        got: String,
        /// Where the value was found.
        place: String,
        /// What it should be.
        wanted: String,
    },
    /// A file of settings cannot be read.
    #[error("`{}` cannot be read: {source}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A file of settings is not one.
    #[error("`{}` is not a file of settings: {problem}", file.display())]
    Syntax {
        /// The file.
        file: PathBuf,
        /// Why.
        problem: String,
    },
}
