//! [`FileStamp`]: what a file was when it was loaded.

use std::{
    fs,
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
};

use serde::Deserialize;

/// The version of a file that was loaded.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) struct FileStamp {
    path: PathBuf,
    /// When it was changed, in nanoseconds since 1970.
    changed: i64,
    size: u64,
    inode: u64,
}

impl FileStamp {
    /// Returns the stamp of a file as it is now. A file that is absent has one too.
    pub(super) fn now(path: &Path) -> Self {
        let found = fs::metadata(path).ok();
        let nanoseconds =
            |found: &fs::Metadata| found.mtime().saturating_mul(1_000_000_000) + found.mtime_nsec();
        Self {
            path: path.to_owned(),
            changed: found.as_ref().map_or(0, nanoseconds),
            size: found.as_ref().map_or(0, fs::Metadata::len),
            inode: found.as_ref().map_or(0, |found| found.ino()),
        }
    }

    /// Returns the path of the file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether the file is still the same.
    pub(super) fn is_current(&self) -> bool {
        Self::now(&self.path) == *self
    }
}
