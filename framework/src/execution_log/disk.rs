//! [`Disk`]: the file operations that writing needs, behind a trait so that tests can make them
//! fail.

use std::{
    fmt,
    fs::File,
    io::{self, Write as _},
    path::Path,
};

use toolwright_base::files::append_to_private;

/// Opens the files of the log.
pub(crate) trait Disk: Send + Sync {
    /// Opens the file at `path` for appending, and creates it if it does not exist.
    fn open(&self, path: &Path) -> io::Result<Box<dyn LogFile>>;
}

/// A file of the log that is open for appending.
pub(crate) trait LogFile: fmt::Debug + Send {
    /// Appends `bytes` in one system call. Returns how many the disk accepted.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize>;
    /// Truncates the file to `length`.
    fn truncate(&self, length: u64) -> io::Result<()>;
    /// Returns the underlying file.
    fn file(&self) -> &File;
}

/// The disk of this machine.
#[derive(Debug)]
pub(super) struct LocalDisk;

impl Disk for LocalDisk {
    fn open(&self, path: &Path) -> io::Result<Box<dyn LogFile>> {
        let file = append_to_private(path)?;
        if !file.metadata()?.is_file() {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                format!("`{}` is not a file", path.display()),
            ));
        }
        Ok(Box::new(file))
    }
}

impl LogFile for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (&*self).write(bytes)
    }

    fn truncate(&self, length: u64) -> io::Result<()> {
        self.set_len(length)
    }

    fn file(&self) -> &File {
        self
    }
}

/// Whether the open file was deleted.
pub(super) fn is_deleted(file: &File) -> io::Result<bool> {
    #[cfg(unix)]
    return Ok(std::os::unix::fs::MetadataExt::nlink(&file.metadata()?) == 0);
    // On other systems an open file cannot be deleted.
    #[cfg(not(unix))]
    return file.metadata().map(|_| false);
}
