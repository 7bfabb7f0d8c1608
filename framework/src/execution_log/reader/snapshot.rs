//! [`FileSnapshot`]: a file of the log as it was at one moment.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use crate::execution_log::{file_name::FileName, folder};

/// A file and its length at the moment it was listed. What is appended later is not part of it.
#[derive(Debug, Clone)]
pub(super) struct FileSnapshot {
    pub(super) name: FileName,
    pub(super) path: PathBuf,
    pub(super) length: u64,
}

/// Lists the files in `folder`, the oldest first. A folder that does not exist has none.
pub(super) fn snapshot(folder: &Path) -> io::Result<Vec<FileSnapshot>> {
    let files = match folder::files(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        files => files?,
    };
    let mut found = Vec::with_capacity(files.len());
    for (name, path) in files {
        match fs::symlink_metadata(&path) {
            // The retention deleted it after it was listed.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            // Opening a pipe would wait for its other end.
            Ok(metadata) if !metadata.is_file() => {}
            metadata => found.push(FileSnapshot {
                name,
                length: metadata?.len(),
                path,
            }),
        }
    }
    Ok(found)
}
