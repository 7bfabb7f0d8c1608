//! The unpacked size of an archive, counted by unpacking it: its own figures may be wrong.

use std::io::{Cursor, Read};

use zip::{ZipArchive, result::ZipError};

use super::{error::DocumentError, selection::DocumentLimits};

/// The most times of its size that an archive may unpack to, unless that is [`SMALL`].
const MAX_TIMES: u64 = 250;
/// The bytes that an archive may unpack to, however small it is.
const SMALL: u64 = 32 << 20;

/// Refuses an archive that unpacks to more than a document would. Archives inside of it are not
/// unpacked, neither here nor in the parsers.
pub(super) fn check(bytes: &[u8], limits: &DocumentLimits) -> Result<(), DocumentError> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(DocumentError::damaged)?;
    if archive.len() > limits.max_entries {
        let (has, most) = (archive.len(), limits.max_entries);
        return Err(DocumentError::TooLarge(format!(
            "it is an archive of {has} files (limit: {most})"
        )));
    }
    let most = allowed(bytes.len() as u64, limits);
    let mut total = 0;
    for index in 0..archive.len() {
        match archive.by_index(index) {
            Ok(entry) => total += unpacked(entry, most - total),
            Err(ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED)) => {
                return Err(DocumentError::Encrypted);
            }
            // The parser decides whether a broken entry matters.
            Err(_) => {}
        }
        if total > most {
            return Err(DocumentError::TooLarge(format!(
                "it unpacks to more than {most} bytes"
            )));
        }
    }
    Ok(())
}

fn allowed(packed: u64, limits: &DocumentLimits) -> u64 {
    let by_ratio = packed.saturating_mul(MAX_TIMES).max(SMALL);
    by_ratio.min(limits.max_unpacked)
}

/// Returns how many bytes an entry unpacks to, counted to at most one more than `most`.
fn unpacked(entry: impl Read, most: u64) -> u64 {
    let mut rest = entry.take(most + 1);
    let mut chunk = vec![0; 1 << 16];
    let mut total = 0;
    while let Ok(read @ 1..) = rest.read(&mut chunk) {
        total += read as u64;
    }
    total
}
