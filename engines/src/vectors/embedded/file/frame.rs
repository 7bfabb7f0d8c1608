//! The parts of a file: its mark, its frames, and their payloads, which are a [`Header`] or
//! records.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use toolwright_base::token;

use crate::vectors::store::{Metadata, Record};

/// The number of bytes before the payload.
pub(super) const HEAD: usize = 12;

/// The outcome of [`split_frame`].
#[derive(Debug, PartialEq, Eq)]
pub(super) enum SplitFrame<'a> {
    /// A valid frame, and the bytes after it.
    Complete { payload: &'a [u8], after: &'a [u8] },
    /// A frame that ends too early, or the last one with a wrong checksum.
    Incomplete,
    /// A frame with a wrong checksum, followed by others.
    Damaged,
}

/// Encodes a payload as a frame. Returns `None` if it is too long.
pub(super) fn encode_frame(payload: &[u8]) -> Option<Vec<u8>> {
    let length = u32::try_from(payload.len()).ok()?;
    let mut frame = Vec::with_capacity(HEAD + payload.len());
    frame.extend(length.to_le_bytes());
    frame.extend(check(payload));
    frame.extend(payload);
    Some(frame)
}

/// Splits the first frame off.
pub(super) fn split_frame(bytes: &[u8]) -> SplitFrame<'_> {
    let Some((head, rest)) = bytes.split_first_chunk::<HEAD>() else {
        return SplitFrame::Incomplete;
    };
    let [a, b, c, d, expected @ ..] = *head;
    let length = u32::from_le_bytes([a, b, c, d]) as usize;
    let Some((payload, after)) = rest.split_at_checked(length) else {
        return SplitFrame::Incomplete;
    };
    if check(payload) == expected {
        return SplitFrame::Complete { payload, after };
    }
    if after.is_empty() {
        SplitFrame::Incomplete
    } else {
        SplitFrame::Damaged
    }
}

fn check(payload: &[u8]) -> [u8; 8] {
    let digest: [u8; 32] = Sha256::digest(payload).into();
    let mut check = [0; 8];
    check.copy_from_slice(&digest[..8]);
    check
}

/// The first bytes of every file; the last one is the version of the format.
pub(super) const MARK: &[u8; 8] = b"TWVEC\0\0\x01";

/// The fixed properties of a collection. To change them, the file is replaced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::vectors::embedded) struct Header {
    /// Identifies this file: another file at the same path has another id.
    pub(in crate::vectors::embedded) id: String,
    /// The embedding model of the vectors.
    pub(in crate::vectors::embedded) model: String,
    /// The number of dimensions of each vector.
    pub(in crate::vectors::embedded) dimension: usize,
    /// The version of the sample, if the collection is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::vectors::embedded) sample: Option<String>,
}

impl Header {
    pub(in crate::vectors::embedded) fn new(
        model: &str,
        dimension: usize,
        sample: Option<String>,
    ) -> Self {
        Self {
            id: token::random(),
            model: model.to_owned(),
            dimension,
            sample,
        }
    }
}

const HEADER: u8 = b'H';
const RECORDS: u8 = b'R';

/// The contents of a frame.
#[derive(Debug, PartialEq)]
pub(in crate::vectors::embedded) enum Payload {
    Header(Header),
    Records(Vec<Record>),
}

/// A record without its vector.
#[derive(Serialize)]
struct WrittenRecord<'a> {
    id: &'a str,
    document: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    metadata: Option<&'a Metadata>,
}

#[derive(Deserialize)]
struct ReadRecord {
    id: String,
    document: String,
    #[serde(default)]
    metadata: Option<Metadata>,
}

pub(super) fn of_header(header: &Header) -> Option<Vec<u8>> {
    let mut bytes = vec![HEADER];
    serde_json::to_writer(&mut bytes, header).ok()?;
    Some(bytes)
}

pub(super) fn of_records(records: &[Record]) -> Option<Vec<u8>> {
    let written: Vec<_> = records
        .iter()
        .map(|record| WrittenRecord {
            id: &record.id,
            document: &record.document,
            metadata: record.metadata.as_ref(),
        })
        .collect();
    let json = serde_json::to_vec(&written).ok()?;
    let numbers: usize = records.iter().map(|record| record.embedding.len()).sum();
    let mut bytes = Vec::with_capacity(5 + json.len() + numbers * 4);
    bytes.push(RECORDS);
    bytes.extend(u32::try_from(json.len()).ok()?.to_le_bytes());
    bytes.extend(json);
    let numbers = records.iter().flat_map(|record| record.embedding.iter());
    bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
    Some(bytes)
}

/// Parses a payload. Returns `None` if it is invalid.
pub(super) fn parse(payload: &[u8], dimension: Option<usize>) -> Option<Payload> {
    match payload.split_first()? {
        (&HEADER, json) => Some(Payload::Header(serde_json::from_slice(json).ok()?)),
        (&RECORDS, rest) => Some(Payload::Records(records(rest, dimension?)?)),
        _ => None,
    }
}

fn records(bytes: &[u8], dimension: usize) -> Option<Vec<Record>> {
    let (length, rest) = bytes.split_first_chunk()?;
    let length = u32::from_le_bytes(*length) as usize;
    let (json, numbers) = rest.split_at_checked(length)?;
    let read: Vec<ReadRecord> = serde_json::from_slice(json).ok()?;
    let row = dimension.checked_mul(4)?;
    if row == 0 || numbers.len() != read.len().checked_mul(row)? {
        return None;
    }
    let rows = numbers.chunks_exact(row);
    let record = |(read, row): (ReadRecord, &[u8])| Record {
        id: read.id,
        document: read.document,
        metadata: read.metadata,
        embedding: floats(row),
    };
    Some(read.into_iter().zip(rows).map(record).collect())
}

fn floats(bytes: &[u8]) -> crate::embedding::Vector {
    let (numbers, _) = bytes.as_chunks::<4>();
    numbers
        .iter()
        .map(|bytes| f32::from_le_bytes(*bytes))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_read_back_and_a_cut_is_detected_at_every_byte() {
        let mut bytes = encode_frame(b"first").unwrap();
        let first = bytes.len();
        bytes.extend(encode_frame(b"").unwrap());
        let SplitFrame::Complete { payload, after } = split_frame(&bytes) else {
            panic!("not complete");
        };
        assert_eq!(payload, b"first");
        let empty = SplitFrame::Complete {
            payload: b"",
            after: b"",
        };
        assert_eq!(split_frame(after), empty);
        for length in 0..first {
            assert_eq!(
                split_frame(&bytes[..length]),
                SplitFrame::Incomplete,
                "{length}"
            );
        }
    }

    #[test]
    fn a_changed_byte_is_damage_except_in_the_last_frame() {
        let mut bytes = encode_frame(b"first").unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        assert_eq!(split_frame(&bytes), SplitFrame::Incomplete);
        bytes.extend(encode_frame(b"second").unwrap());
        assert_eq!(split_frame(&bytes), SplitFrame::Damaged);
    }
}
