//! [`AccessFile`]: the file that users and keys are kept in.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::SystemTime,
};

use super::{
    account_error::AccountError,
    directory::{Directory, StoredDirectory},
};
use crate::data::files::{LockFile, create_private_folders, replace};

/// The largest file that is read.
const MAX_BYTES: u64 = 64 << 20;

/// The file that users and keys are kept in, for this user alone (mode 0600).
///
/// Every change holds a lock beside the file, reads it, and replaces it as a whole, so that several
/// processes can change it at once and a process that is killed leaves the old or the new file.
#[derive(Debug)]
pub(super) struct AccessFile {
    path: PathBuf,
}

/// The metadata by which a change of the file is noticed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FileVersion {
    modified: Option<SystemTime>,
    length: u64,
    inode: u64,
}

impl AccessFile {
    pub(super) const fn new(path: PathBuf) -> Self {
        Self { path }
    }

    /// Returns the version of the file as it is now, or `None` if there is no file.
    pub(super) fn version(&self) -> Result<Option<FileVersion>, AccountError> {
        match fs::metadata(&self.path) {
            Ok(metadata) => Ok(Some(FileVersion::of(&metadata))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(self.failed(source)),
        }
    }

    /// Reads the file. A missing one has no users and no keys.
    pub(super) fn read(&self) -> Result<Directory, AccountError> {
        let text = match self.text() {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Directory::default());
            }
            Err(source) => return Err(self.failed(source)),
        };
        let malformed = |problem: String| AccountError::Malformed {
            path: self.path.clone(),
            problem,
        };
        // By default, serde would also accept an array, and take an empty one for no keys at all.
        if !text.trim_start().starts_with('{') {
            return Err(malformed(
                "expected an object at line 1 column 1".to_owned(),
            ));
        }
        let stored: StoredDirectory =
            serde_json::from_str(&text).map_err(|error| malformed(error.to_string()))?;
        Directory::try_from(stored).map_err(malformed)
    }

    /// Changes what is in the file, and returns what is there now.
    pub(super) fn change<T>(
        &self,
        change: impl FnOnce(&mut Directory) -> Result<T, AccountError>,
    ) -> Result<(Directory, T), AccountError> {
        let _lock = self.lock().map_err(|source| self.failed(source))?;
        let mut directory = self.read()?;
        let output = change(&mut directory)?;
        let text = serde_json::to_string_pretty(&directory.to_stored());
        let written = text.map_err(io::Error::from).and_then(|text| {
            if text.len() as u64 > MAX_BYTES {
                return Err(io::Error::other("it would be larger than 64 MiB"));
            }
            replace(&self.path, text.as_bytes())
        });
        written.map_err(|source| self.failed(source))?;
        Ok((directory, output))
    }

    fn text(&self) -> io::Result<String> {
        let metadata = fs::metadata(&self.path)?;
        if !metadata.is_file() {
            return Err(io::Error::other("it is not a regular file"));
        }
        if metadata.len() > MAX_BYTES {
            return Err(io::Error::other("it is larger than 64 MiB"));
        }
        fs::read_to_string(&self.path)
    }

    fn lock(&self) -> io::Result<LockFile> {
        create_private_folders(self.path.parent().unwrap_or(Path::new(".")))?;
        let lock = LockFile::open(&self.path.with_extension("lock"))?;
        lock.lock()?;
        Ok(lock)
    }

    fn failed(&self, source: io::Error) -> AccountError {
        AccountError::File {
            path: self.path.clone(),
            source,
        }
    }
}

impl FileVersion {
    fn of(metadata: &fs::Metadata) -> Self {
        Self {
            modified: metadata.modified().ok(),
            length: metadata.len(),
            inode: std::os::unix::fs::MetadataExt::ino(metadata),
        }
    }
}
