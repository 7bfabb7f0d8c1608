//! [`LockFile`]: a lock between processes.

use std::{fs::File, io, path::Path};

use super::private::private_options;

/// A file that at most one process has locked. The lock is released when this is dropped, and by
/// the kernel when the process ends.
#[derive(Debug)]
pub struct LockFile(File);

impl LockFile {
    /// Opens the file, which is created for this user alone if there is none. Its content is left
    /// as it is.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut options = private_options();
        options.read(true).write(true).create(true).truncate(false);
        options.open(path).map(Self)
    }

    /// Waits until the lock is free, and takes it. This blocks the thread.
    pub fn lock(&self) -> io::Result<()> {
        self.0.lock()
    }

    /// Takes the lock if it is free. Returns whether it was.
    pub fn try_lock(&self) -> io::Result<bool> {
        match self.0.try_lock() {
            Ok(()) => Ok(true),
            Err(std::fs::TryLockError::WouldBlock) => Ok(false),
            Err(std::fs::TryLockError::Error(error)) => Err(error),
        }
    }

    /// Returns the file, to leave a note for those who do not get the lock.
    pub const fn file(&mut self) -> &mut File {
        &mut self.0
    }
}

#[cfg(test)]
mod tests {
    use std::{env, fs};

    use super::*;
    use crate::token;

    #[test]
    fn a_lock_is_held_until_it_is_dropped() {
        let path = env::temp_dir().join(format!("toolwright-lock-{}", token::random()));
        let (first, second) = (LockFile::open(&path), LockFile::open(&path));
        let (first, second) = (first.unwrap(), second.unwrap());
        assert!(first.try_lock().unwrap());
        assert!(!second.try_lock().unwrap());
        drop(first);
        second.lock().unwrap();
        assert!(!LockFile::open(&path).unwrap().try_lock().unwrap());
        fs::remove_file(path).unwrap();
    }
}
