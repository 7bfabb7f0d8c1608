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
        /// The values that are possible.
        expected: String,
    },
    /// A setting that is needed has no value.
    #[error("`{name}` is not set: {expected}")]
    Missing {
        name: String,
        /// Why it is needed.
        expected: String,
    },
    /// A setting is not text, so that nobody knows what it was meant to allow.
    #[error("`{name}` in {place} is not UTF-8 text")]
    NotText { name: String, place: String },
    /// A secret would be sent to an address that strangers may have chosen.
    #[error(
        "`{destination}` in {place} would receive `{secret}` from {secret_place}: a secret is not sent to an address of \
         the working folder unless it stands there too; set both in the environment, or name the file in `TOOLWRIGHT_CONFIG`"
    )]
    Destination {
        secret: String,
        secret_place: String,
        /// The setting that decides where the secret goes.
        destination: String,
        /// The place of that setting.
        place: String,
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
