//! [`Payload`]: the contents of a frame.

use serde::{Deserialize, Serialize};

use super::header::Header;
use crate::vectors::store::{Metadata, Record};

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
