//! The length that a file had when it was last written. A file that is shorter was cut.
//!
//! It is noted in the lock file beside it, with the id of the header. Records that a killed process
//! did not write completely come after that length, so that they are told from a cut.

use std::{fs, io, path::Path};

use super::header::Header;

/// Notes the length of the file at `path`. The caller must hold the lock.
pub(super) fn note(path: &Path, header: &Header, length: u64) -> io::Result<()> {
    fs::write(lock_file(path), format!("{} {length}\n", header.id))
}

/// A length that was noted.
#[derive(Debug)]
pub(super) struct WrittenLength {
    id: String,
    length: u64,
}

impl WrittenLength {
    /// Reads the note for the file at `path`, if there is a complete one.
    ///
    /// It must be read before the file, which another process may write meanwhile.
    pub(super) fn read(path: &Path) -> Option<Self> {
        let text = fs::read_to_string(lock_file(path)).ok()?;
        let (id, length) = text.strip_suffix('\n')?.split_once(' ')?;
        Some(Self {
            id: id.to_owned(),
            length: length.parse().ok()?,
        })
    }

    /// Returns the length that the file with this header has at least.
    pub(super) fn of(&self, header: &Header) -> Option<u64> {
        (self.id == header.id).then_some(self.length)
    }
}

fn lock_file(path: &Path) -> std::path::PathBuf {
    path.with_extension("lock")
}
