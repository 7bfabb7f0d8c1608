//! [`Disk`]: the few file operations that writing needs, so that tests can let them fail.

use std::{
    fmt,
    fs::File,
    io::{self, Write as _},
    path::Path,
};

pub(in crate::data) use crate::data::files::{
    append_to_private as private_file, create_private_folders as private_folder,
};

/// Opens the files of the log.
pub(crate) trait Disk: Send + Sync {
    /// Opens the file at `path` to append to it; makes it if it is not there.
    fn open(&self, path: &Path) -> io::Result<Box<dyn LogFile>>;
}

/// A file of the log that is open for appending.
pub(crate) trait LogFile: fmt::Debug + Send {
    /// Appends what the disk takes of `bytes`, in one system call.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize>;
    /// Cuts everything after `length` off.
    fn cut(&self, length: u64) -> io::Result<()>;
    /// The file behind it.
    fn file(&self) -> &File;
}

/// The machine's own disk.
#[derive(Debug)]
pub(super) struct LocalDisk;

impl Disk for LocalDisk {
    fn open(&self, path: &Path) -> io::Result<Box<dyn LogFile>> {
        Ok(Box::new(private_file(path)?))
    }
}

impl LogFile for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (&*self).write(bytes)
    }

    fn cut(&self, length: u64) -> io::Result<()> {
        self.set_len(length)
    }

    fn file(&self) -> &File {
        self
    }
}

/// Whether somebody deleted the file while it was open.
pub(super) fn is_deleted(file: &File) -> io::Result<bool> {
    #[cfg(unix)]
    return Ok(std::os::unix::fs::MetadataExt::nlink(&file.metadata()?) == 0);
    // Elsewhere a file that is open cannot be deleted.
    #[cfg(not(unix))]
    return file.metadata().map(|_| false);
}
