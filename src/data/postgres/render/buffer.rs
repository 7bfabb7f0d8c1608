//! [`Store`]: where values go, as JSON if their types are known, else as they came.

use super::{columns::Description, json::Shape};

/// Where values go.
#[derive(Debug)]
pub(in crate::data::postgres) enum Store {
    /// The types are known: the text of an array of records, not yet closed.
    Json { shapes: Vec<Shape>, out: Vec<u8> },
    /// The types are not known yet: each value with a mark and its length before it.
    Raw { out: Vec<u8> },
}

/// A value as it came.
#[derive(Debug, Clone, Copy)]
pub(in crate::data::postgres) struct Value<'a> {
    pub(in crate::data::postgres) bytes: &'a [u8],
    /// Whether this is only its beginning.
    pub(in crate::data::postgres) is_cut: bool,
}

const NULL: u8 = 0;
const WHOLE: u8 = 1;
const CUT: u8 = 2;

impl Store {
    pub(in crate::data::postgres) fn json(shapes: Vec<Shape>) -> Self {
        Self::Json {
            shapes,
            out: vec![b'['],
        }
    }

    pub(in crate::data::postgres) fn raw() -> Self {
        Self::Raw { out: Vec::new() }
    }

    fn out(&mut self) -> &mut Vec<u8> {
        match self {
            Self::Json { out, .. } | Self::Raw { out } => out,
        }
    }

    /// How much there is.
    pub(super) fn size(&self) -> usize {
        match self {
            // The bracket at the end is part of it.
            Self::Json { out, .. } => out.len() + 1,
            Self::Raw { out } => out.len(),
        }
    }

    /// Goes back to an earlier size.
    pub(super) fn go_back(&mut self, size: usize) {
        let size = match self {
            Self::Json { .. } => size - 1,
            Self::Raw { .. } => size,
        };
        self.out().truncate(size);
    }

    pub(super) fn begin_row(&mut self, is_first: bool) {
        if let (Self::Json { out, .. }, false) = (self, is_first) {
            out.push(b',');
        }
    }

    pub(super) fn write(&mut self, description: &Description, at: usize, value: Option<Value<'_>>) {
        match self {
            Self::Json { shapes, out } => {
                out.extend_from_slice(&description.fields[at].key);
                match value {
                    Some(value) => write_json(&shapes[at], value, out),
                    None => out.extend_from_slice(b"null"),
                }
            }
            Self::Raw { out } => match value {
                Some(value) => {
                    out.push(if value.is_cut { CUT } else { WHOLE });
                    // A value is shorter than a message, whose length has 32 bits.
                    let length = u32::try_from(value.bytes.len()).unwrap_or(u32::MAX);
                    out.extend_from_slice(&length.to_ne_bytes());
                    out.extend_from_slice(value.bytes);
                }
                None => out.push(NULL),
            },
        }
    }

    pub(super) fn end_row(&mut self, columns: usize) {
        if let Self::Json { out, .. } = self {
            out.extend_from_slice(if columns == 0 { b"{}" } else { b"}" });
        }
    }
}

fn write_json(shape: &Shape, value: Value<'_>, out: &mut Vec<u8>) {
    match std::str::from_utf8(value.bytes) {
        Ok(text) if value.is_cut => shape.write_cut(text, out),
        Ok(text) => shape.write(text, out),
        Err(error) => {
            let bytes = match error.error_len() {
                // Cut in the middle of a character.
                None if value.is_cut => &value.bytes[..error.valid_up_to()],
                _ => value.bytes,
            };
            shape.write_cut(&String::from_utf8_lossy(bytes), out);
        }
    }
}

/// The values of a raw store, in their order.
pub(super) fn values(mut raw: &[u8]) -> impl Iterator<Item = Option<Value<'_>>> {
    std::iter::from_fn(move || {
        let (&mark, rest) = raw.split_first()?;
        if mark == NULL {
            raw = rest;
            return Some(None);
        }
        let (length, rest) = rest.split_first_chunk()?;
        let (bytes, rest) = rest.split_at_checked(u32::from_ne_bytes(*length) as usize)?;
        raw = rest;
        let is_cut = mark == CUT;
        Some(Some(Value { bytes, is_cut }))
    })
}
