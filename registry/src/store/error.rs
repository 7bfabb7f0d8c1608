//! [`StoreError`]: why a store does not read or write.

use std::{io, path::PathBuf};

use crate::jsonc::Invalid;

/// Why a store does not read or write.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A stored definition is not valid.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// A file that was configured does not exist.
    #[error("`{}` does not exist: `toolwright init` writes one", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// A change would make the file one that cannot be read.
    #[error("the change cannot be written into `{}`: edit the file by hand", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
    },
    /// A change would make the file larger than one that is read.
    #[error("the change would make `{}` larger than {most} bytes", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The bytes of the largest one.
        most: u64,
    },
    /// A file or folder cannot be read or written.
    #[error("`{}`: {error}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        #[source]
        error: io::Error,
    },
    /// There is no such tool, or agent.
    #[error("there is no {noun} `{name}`")]
    Unknown {
        /// What was looked for: `tool` or `agent`.
        noun: &'static str,
        /// The name.
        name: String,
    },
    /// There is another tool, or agent, of this name.
    #[error("there is {} {noun} `{name}` already", article(noun))]
    Taken {
        /// What has the name: `tool` or `agent`.
        noun: &'static str,
        /// The name.
        name: String,
    },
    /// Somebody else was faster.
    #[error("`{name}` is at revision {current} by now: the change was made for another one")]
    Conflict {
        /// The name.
        name: String,
        /// The number of the latest version.
        current: u64,
    },
    /// The database cannot be reached, or does not work now.
    #[error("the registry's database cannot be used: {why}")]
    Away {
        /// The error.
        why: String,
    },
    /// The database does not accept a change, or holds something unexpected.
    #[error("the registry's database refused it: {why}")]
    Refused {
        /// The error of the database.
        why: String,
    },
    /// The tables are those of another version of this program.
    #[error("the tables of the registry {why}")]
    Schema {
        /// The problems with them.
        why: String,
    },
    /// A copy would go into a store that is not empty.
    #[error("there are definitions in {place} already: a copy needs a place without any")]
    Occupied {
        /// The store.
        place: String,
    },
    /// A program error.
    #[error("the registry does not answer")]
    Gone,
}

impl StoreError {
    /// Returns whether the store is on another machine and cannot be used now.
    pub const fn is_away(&self) -> bool {
        matches!(self, Self::Away { .. })
    }
}

/// Returns the article of a noun.
fn article(noun: &str) -> &'static str {
    match noun.starts_with(['a', 'e', 'i', 'o', 'u']) {
        true => "an",
        false => "a",
    }
}
