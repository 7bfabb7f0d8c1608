//! Reads a file, from its beginning or from the end of an earlier reading.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom},
    path::Path,
};

use super::{
    frame::{self, HEAD, Header, MARK, Payload, SplitFrame, split_frame},
    write::WrittenLength,
};
use crate::vectors::index_error::IndexError;

/// The frames that were read.
#[derive(Debug, PartialEq)]
pub(in crate::vectors::embedded) struct Reading {
    pub(in crate::vectors::embedded) header: Header,
    /// Whether the file is another one than before, and was read from its beginning.
    pub(in crate::vectors::embedded) is_new: bool,
    pub(in crate::vectors::embedded) payloads: Vec<Payload>,
    /// The end of the last complete frame.
    pub(in crate::vectors::embedded) end: u64,
}

/// Reads the frames after `known`: the header of the file that was read before, and its end. If
/// another file is there, reads it from its beginning. Returns `None` if there is no file.
pub(in crate::vectors::embedded) fn read_from(
    path: &Path,
    known: Option<(&Header, u64)>,
) -> Result<Option<Reading>, IndexError> {
    let disk = IndexError::disk(path);
    let written = WrittenLength::read(path);
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(disk(error)),
    };
    let damaged = |what: &str| IndexError::Damaged {
        path: path.to_owned(),
        what: what.to_owned(),
    };
    let (header, after_header) = read_header(&mut file)
        .map_err(disk)?
        .ok_or_else(|| damaged("it does not begin like an index file"))?;
    let length = file.metadata().map_err(disk)?.len();
    let written = written.and_then(|written| written.of(&header));
    if let Some(written) = written.filter(|written| length < *written) {
        let what = format!("it was cut from {written} to {length} bytes");
        return Err(damaged(&what));
    }
    let known = known.filter(|(known, end)| **known == header && *end <= length);
    let start = known.map_or(after_header, |(_, end)| end);
    file.seek(SeekFrom::Start(start)).map_err(disk)?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(disk)?;
    let (payloads, read) = frames(&bytes, &header).ok_or_else(|| damaged("a checksum is wrong"))?;
    Ok(Some(Reading {
        is_new: known.is_none(),
        payloads,
        end: start + read as u64,
        header,
    }))
}

/// Returns the header and its end, or `None` if the file does not begin with one.
fn read_header(file: &mut File) -> io::Result<Option<(Header, u64)>> {
    const MAX_BYTES: u64 = 64 << 10;
    let mut bytes = Vec::new();
    file.by_ref().take(MAX_BYTES).read_to_end(&mut bytes)?;
    let Some(rest) = bytes.strip_prefix(MARK) else {
        return Ok(None);
    };
    // The bytes after the header are not checked here.
    let length = rest
        .first_chunk()
        .map_or(0, |length| u32::from_le_bytes(*length)) as usize;
    let end = rest.len().min(HEAD.saturating_add(length));
    let SplitFrame::Complete { payload, .. } = split_frame(&rest[..end]) else {
        return Ok(None);
    };
    Ok(match frame::parse(payload, None) {
        Some(Payload::Header(header)) => Some((header, (MARK.len() + end) as u64)),
        _ => None,
    })
}

/// Returns the complete frames and their total length, or `None` if one is damaged.
fn frames(bytes: &[u8], header: &Header) -> Option<(Vec<Payload>, usize)> {
    let mut payloads = Vec::new();
    let mut rest = bytes;
    loop {
        match split_frame(rest) {
            SplitFrame::Complete { payload, after } => {
                payloads.push(frame::parse(payload, Some(header.dimension))?);
                rest = after;
            }
            SplitFrame::Incomplete => return Some((payloads, bytes.len() - rest.len())),
            SplitFrame::Damaged => return None,
        }
    }
}
