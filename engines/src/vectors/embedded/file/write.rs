//! Writing and appending to a file, and the [`WrittenLength`] by which a reader sees damage.

use std::{
    fs,
    io::{self, Write as _},
    path::Path,
};

use toolwright_base::files::{append_to_private, replace};

use super::frame::{self, Header, MARK, encode_frame};
use crate::vectors::{index_error::IndexError, store::Record};

/// The most records of one frame, which is read and verified as a whole.
const MAX_RECORDS: usize = 4096;

/// Replaces the file at `path` by one with these records. Readers of the old file are not
/// disturbed. The caller must hold the lock.
pub(in crate::vectors::embedded) fn write_new(
    path: &Path,
    header: &Header,
    records: &[Record],
) -> Result<(), IndexError> {
    let disk = IndexError::disk(path);
    let frame = frame::of_header(header).and_then(|payload| encode_frame(&payload));
    let mut bytes = MARK.to_vec();
    bytes.extend(frame.ok_or_else(|| disk(io::ErrorKind::InvalidData.into()))?);
    bytes.extend(frames(records).ok_or_else(|| disk(io::ErrorKind::FileTooLarge.into()))?);
    replace(path, &bytes).map_err(disk)?;
    note_length(path, header, bytes.len() as u64);
    Ok(())
}

/// Appends records after `end`, the end of the last complete frame. Cuts off an incomplete one,
/// which a killed process left. The caller must hold the lock.
pub(in crate::vectors::embedded) fn append(
    path: &Path,
    header: &Header,
    end: u64,
    records: &[Record],
) -> Result<(), IndexError> {
    let disk = IndexError::disk(path);
    let bytes = frames(records).ok_or_else(|| disk(io::ErrorKind::FileTooLarge.into()))?;
    let mut file = append_to_private(path).map_err(disk)?;
    let incomplete = file.metadata().map_err(disk)?.len().saturating_sub(end);
    if incomplete > 0 {
        tracing::warn!(
            file = %path.display(),
            bytes = incomplete,
            "cut off the incomplete last records of the index"
        );
        file.set_len(end).map_err(disk)?;
    }
    let written = file.write_all(&bytes).and_then(|()| file.sync_data());
    if let Err(error) = written {
        // If this fails too, readers ignore the rest as an incomplete frame.
        let _ = file.set_len(end);
        return Err(disk(error));
    }
    note_length(path, header, end + bytes.len() as u64);
    Ok(())
}

/// Notes the length of a file that was written completely. Without the note, a cut is not found.
fn note_length(path: &Path, header: &Header, length: u64) {
    if let Err(error) = note(path, header, length) {
        tracing::debug!(file = %path.display(), "cannot note the length of the index: {error}");
    }
}

fn frames(records: &[Record]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for records in records.chunks(MAX_RECORDS) {
        bytes.extend(encode_frame(&frame::of_records(records)?)?);
    }
    Some(bytes)
}

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
