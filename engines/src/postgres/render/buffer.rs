//! [`Buffer`]: the values of a result, as JSON if the types are known, otherwise as received.

use super::{columns::Columns, json::JsonForm};

/// The values of a result so far.
#[derive(Debug)]
pub(in crate::postgres) enum Buffer {
    /// The types are known: the text of an array of records, without its closing bracket.
    Json { forms: Vec<JsonForm>, out: Vec<u8> },
    /// The types are not known yet: each value after a tag and its length.
    Raw { out: Vec<u8> },
}

/// A value in PostgreSQL's text format.
#[derive(Debug, Clone, Copy)]
pub(super) struct Value<'a> {
    pub(super) bytes: &'a [u8],
    /// Whether these bytes are only the beginning of the value.
    pub(super) is_cut: bool,
}

/// The tags of values in [`Buffer::Raw`].
const NULL: u8 = 0;
const WHOLE: u8 = 1;
const CUT: u8 = 2;

impl Buffer {
    /// Creates a buffer that renders values with these forms, one for each column.
    pub(in crate::postgres) fn json(forms: Vec<JsonForm>) -> Self {
        Self::Json {
            forms,
            out: vec![b'['],
        }
    }

    /// Creates a buffer that keeps values as they are received.
    pub(in crate::postgres) fn raw() -> Self {
        Self::Raw { out: Vec::new() }
    }

    fn out(&mut self) -> &mut Vec<u8> {
        match self {
            Self::Json { out, .. } | Self::Raw { out } => out,
        }
    }

    /// Returns the size in bytes, including the closing bracket of JSON.
    pub(super) fn size(&self) -> usize {
        match self {
            Self::Json { out, .. } => out.len() + 1,
            Self::Raw { out } => out.len(),
        }
    }

    /// Shrinks the buffer to a size that [`size`](Self::size) returned earlier.
    pub(super) fn truncate(&mut self, size: usize) {
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

    pub(super) fn push(&mut self, columns: &Columns, at: usize, value: Option<Value<'_>>) {
        match self {
            Self::Json { forms, out } => {
                out.extend_from_slice(&columns.fields()[at].key);
                match value {
                    Some(value) => write_json(&forms[at], value, out),
                    None => out.extend_from_slice(b"null"),
                }
            }
            Self::Raw { out } => match value {
                Some(value) => {
                    out.push(if value.is_cut { CUT } else { WHOLE });
                    // A value is shorter than its message, whose length has 32 bits.
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

fn write_json(form: &JsonForm, value: Value<'_>, out: &mut Vec<u8>) {
    match std::str::from_utf8(value.bytes) {
        Ok(text) if value.is_cut => form.write_cut(text, out),
        Ok(text) => form.write(text, out),
        Err(error) => {
            let bytes = match error.error_len() {
                // The value was cut in the middle of a character.
                None if value.is_cut => &value.bytes[..error.valid_up_to()],
                _ => value.bytes,
            };
            form.write_cut(&String::from_utf8_lossy(bytes), out);
        }
    }
}

/// Returns the values of a [`Buffer::Raw`], in their order.
pub(super) fn values(mut raw: &[u8]) -> impl Iterator<Item = Option<Value<'_>>> {
    std::iter::from_fn(move || {
        let (&tag, rest) = raw.split_first()?;
        if tag == NULL {
            raw = rest;
            return Some(None);
        }
        let (length, rest) = rest.split_first_chunk()?;
        let (bytes, rest) = rest.split_at_checked(u32::from_ne_bytes(*length) as usize)?;
        raw = rest;
        let is_cut = tag == CUT;
        Some(Some(Value { bytes, is_cut }))
    })
}
