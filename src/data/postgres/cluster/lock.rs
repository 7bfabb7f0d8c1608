//! [`FolderLock`]: one server at a time has a database.

use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{Read as _, Write as _},
    os::unix::fs::OpenOptionsExt as _,
    path::Path,
    process,
};

use super::ClusterError;

/// The right to a folder, until it is dropped or this process ends.
#[derive(Debug)]
pub(super) struct FolderLock {
    _file: File,
}

impl FolderLock {
    /// Takes a folder that nobody else has.
    ///
    /// # Errors
    /// When somebody has it, or it cannot be written to.
    pub(super) fn take(folder: &Path) -> Result<Self, ClusterError> {
        let path = folder.join("lock");
        let at = || ClusterError::at(&path);
        let mut file = open(&path).map_err(at())?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(ClusterError::InUse {
                    folder: folder.to_owned(),
                    holder: holder(&mut file),
                });
            }
            Err(TryLockError::Error(error)) => return Err(at()(error)),
        }
        file.set_len(0).map_err(at())?;
        write!(file, "{}", process::id()).map_err(at())?;
        Ok(Self { _file: file })
    }
}

/// A file to lock, this user's alone. What it says is left as it is.
pub(super) fn open(path: &Path) -> std::io::Result<File> {
    OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o600)
        .open(path)
}

fn holder(file: &mut File) -> Option<String> {
    let mut text = String::new();
    file.read_to_string(&mut text).ok()?;
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(text)
}
