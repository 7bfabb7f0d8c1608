//! The file of users and keys, and the store that reads and replaces it.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};

use toolwright_base::files::{LockFile, create_private_folders, replace};

use super::{
    account_store::{AccountStore, Change, StoreVersion},
    api_key::AccountError,
    directory::{Directory, StoredDirectory},
};

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

impl AccessFile {
    pub(super) const fn new(path: PathBuf) -> Self {
        Self { path }
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

impl AccountStore for AccessFile {
    fn version(&self) -> Result<Option<StoreVersion>, AccountError> {
        match fs::metadata(&self.path) {
            Ok(metadata) => Ok(Some(version_of(&metadata))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(self.failed(source)),
        }
    }

    fn read(&self) -> Result<Directory, AccountError> {
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

    fn change(&self, change: &mut Change<'_>) -> Result<Directory, AccountError> {
        let _lock = self.lock().map_err(|source| self.failed(source))?;
        let mut directory = self.read()?;
        change(&mut directory)?;
        let text = serde_json::to_string_pretty(&directory.to_stored());
        let written = text.map_err(io::Error::from).and_then(|text| {
            if text.len() as u64 > MAX_BYTES {
                return Err(io::Error::other("it would be larger than 64 MiB"));
            }
            replace(&self.path, text.as_bytes())
        });
        written.map_err(|source| self.failed(source))?;
        Ok(directory)
    }
}

/// Returns the metadata by which a change of the file is noticed.
fn version_of(metadata: &fs::Metadata) -> StoreVersion {
    let modified = metadata.modified().ok();
    let age = modified.and_then(|modified| modified.duration_since(UNIX_EPOCH).ok());
    let inode = std::os::unix::fs::MetadataExt::ino(metadata);
    let age = age.map_or(0, |age| age.as_nanos());
    StoreVersion(vec![
        u64::try_from(age).unwrap_or(u64::MAX),
        metadata.len(),
        inode,
    ])
}
