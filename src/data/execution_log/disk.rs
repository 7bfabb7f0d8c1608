//! [`Disk`]: the few file operations that writing needs, so that tests can let them fail.

use std::{
    fmt,
    fs::{DirBuilder, File, OpenOptions},
    io::{self, Write as _},
    path::Path,
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

/// Opens a file that only this user may read, to append to it; makes it if it is not there.
pub(in crate::data) fn private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Makes a folder that only this user may enter, with what is missing above it. One that is there stays as it is.
pub(in crate::data) fn private_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Whether somebody deleted the file while it was open.
pub(super) fn is_deleted(file: &File) -> io::Result<bool> {
    #[cfg(unix)]
    return Ok(std::os::unix::fs::MetadataExt::nlink(&file.metadata()?) == 0);
    // Elsewhere a file that is open cannot be deleted.
    #[cfg(not(unix))]
    return file.metadata().map(|_| false);
}
