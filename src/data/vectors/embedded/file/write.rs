//! Writing a file: a new one in the place of the old, or more at its end. What was written is on the disk when these return.

use std::{
    fs::{self, File},
    io::{self, Write as _},
    path::Path,
};

use super::{
    frame::encode_frame,
    header::{Header, MARK},
    payload,
};
use crate::data::{
    execution_log::private_file,
    vectors::{index_error::IndexError, store::Record},
};

/// How many records one frame has at most: a frame is read and checked in one piece.
const MOST_RECORDS: usize = 4096;

/// Puts a file with these records in the place of what is there; says how long it is. Who reads the old one can go on. Only
/// for whoever holds the lock.
pub(in crate::data::vectors::embedded) fn write_new(
    path: &Path,
    header: &Header,
    records: &[Record],
) -> Result<u64, IndexError> {
    let disk = IndexError::disk(path);
    let header = payload::of_header(header).and_then(|payload| encode_frame(&payload));
    let mut bytes = MARK.to_vec();
    bytes.extend(header.ok_or_else(|| disk(io::ErrorKind::InvalidData.into()))?);
    bytes.extend(frames(records).ok_or_else(|| disk(io::ErrorKind::FileTooLarge.into()))?);
    let beside = path.with_extension("new");
    let written = write_whole(&beside, &bytes).and_then(|()| fs::rename(&beside, path));
    if let Err(error) = written {
        // It is of no use to anybody, and nothing more can be done when it cannot be removed either.
        let _ = fs::remove_file(&beside);
        return Err(disk(error));
    }
    sync_folder(path).map_err(disk)?;
    Ok(bytes.len() as u64)
}

/// Appends records after `end`, where the last whole frame ends; says where the file ends now. What was there is cut off: somebody was
/// stopped while writing it. Only for whoever holds the lock.
pub(in crate::data::vectors::embedded) fn append(
    path: &Path,
    end: u64,
    records: &[Record],
) -> Result<u64, IndexError> {
    let disk = IndexError::disk(path);
    let bytes = frames(records).ok_or_else(|| disk(io::ErrorKind::FileTooLarge.into()))?;
    let mut file = private_file(path).map_err(disk)?;
    let torn = file.metadata().map_err(disk)?.len().saturating_sub(end);
    if torn > 0 {
        tracing::warn!(file = %path.display(), bytes = torn, "the last records of the index were torn: they are cut off");
        file.set_len(end).map_err(disk)?;
    }
    let written = file.write_all(&bytes).and_then(|()| file.sync_data());
    if let Err(error) = written {
        // Whoever reads takes the rest for torn, should this fail as well.
        let _ = file.set_len(end);
        return Err(disk(error));
    }
    Ok(end + bytes.len() as u64)
}

fn frames(records: &[Record]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for records in records.chunks(MOST_RECORDS) {
        bytes.extend(encode_frame(&payload::of_records(records)?)?);
    }
    Some(bytes)
}

fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = private_file(path)?;
    // Somebody may have been stopped here before.
    file.set_len(0)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// A new name in a folder is kept when the folder is.
fn sync_folder(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    if let Some(folder) = path.parent() {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}
