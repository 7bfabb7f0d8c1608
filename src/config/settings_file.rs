//! [`SettingsFile`]: a file of settings, in the form of `.env` or of `toolwright.toml`.

use std::{ffi::OsStr, io::ErrorKind, path::PathBuf};

use toolwright::cli::env_file;
use toolwright_base::files::read_text;

use super::{
    error::ConfigError,
    known::Known,
    layer::Layer,
    place::{Owner, Place},
    toml_file,
};

/// The largest file that is read, in bytes.
const MAX_BYTES: u64 = 1024 * 1024;

/// A file of settings, which may not exist.
#[derive(Debug)]
pub(super) struct SettingsFile {
    path: PathBuf,
    owner: Owner,
    must_exist: bool,
}

impl SettingsFile {
    /// A file that is skipped if it does not exist.
    pub(super) const fn optional(path: PathBuf, owner: Owner) -> Self {
        Self {
            path,
            owner,
            must_exist: false,
        }
    }

    /// A file that must exist.
    pub(super) const fn required(path: PathBuf, owner: Owner) -> Self {
        Self {
            path,
            owner,
            must_exist: true,
        }
    }

    /// Returns whether the file has this name, in whatever folder.
    pub(super) fn has_name(&self, name: &str) -> bool {
        self.path.file_name() == Some(OsStr::new(name))
    }

    /// Reads the settings of the file, or `None` if it does not exist.
    pub(super) fn read(self, known: Known) -> Result<Option<Layer>, ConfigError> {
        let Some(text) = self.text()? else {
            return Ok(None);
        };
        let place = Place::of_file(&self.path, self.owner);
        let layer = if self.is_env_file() {
            env_file::parse(&text).map(|values| Layer::of_variables(place, values, known))
        } else {
            toml_file::parse(&text, known).map(|values| Layer::new(place, values))
        };
        layer.map(Some).map_err(|problem| ConfigError::Syntax {
            file: self.path,
            problem,
        })
    }

    fn text(&self) -> Result<Option<String>, ConfigError> {
        // A folder of this name is no file of ours: virtual environments are often named `.env`.
        if !self.must_exist && self.path.is_dir() {
            return Ok(None);
        }
        match read_text(&self.path, MAX_BYTES) {
            // Some editors begin a file with a byte order mark.
            Ok(text) => Ok(Some(text.trim_start_matches('\u{feff}').to_owned())),
            Err(error) if error.kind() == ErrorKind::NotFound && !self.must_exist => Ok(None),
            Err(source) => Err(ConfigError::File {
                file: self.path.clone(),
                source,
            }),
        }
    }

    /// Returns whether the file has lines of the form `NAME=value`: `.env`, `.env.local`, `prod.env`.
    fn is_env_file(&self) -> bool {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(".env") || name.ends_with(".env")
    }
}
