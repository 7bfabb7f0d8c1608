//! The JSON of PostgreSQL's values, type by type.
//!
//! | type | JSON |
//! |---|---|
//! | `boolean` | `true`, `false` |
//! | `smallint`, `integer`, `oid` | a number |
//! | `bigint` | a number up to ±2^53, a string beyond |
//! | `real`, `double precision` | a number; `"NaN"`, `"Infinity"`, `"-Infinity"` |
//! | `numeric` | a number of at most 15 digits, as PostgreSQL writes it (`1.50` stays `1.50`); otherwise a string |
//! | `timestamp with time zone` | RFC 3339, `"2024-01-02T03:04:05.6+09:00"`; UTC if the offset has seconds |
//! | `timestamp`, `date`, `time` | ISO 8601, `"2024-01-02T03:04:05"` |
//! | years before 1 and after 9999 | with a sign and at least six digits: 44 BC is `"-000043-03-15"` |
//! | infinite times | `"infinity"`, `"-infinity"` |
//! | `interval` | ISO 8601, `"P1Y2M3DT4H5M6S"` |
//! | `json`, `jsonb` | the document itself; a string if common parsers would reject it (nested too deeply, a number too large, half a surrogate pair) |
//! | `bytea` | Base64 |
//! | arrays | nested arrays; lower bounds other than 1 are left out |
//! | composites | objects; anonymous records have the keys `f1`, `f2`, … and strings, since the server does not send their types |
//! | ranges | `{"lower":…,"upper":…,"lower_inclusive":…,"upper_inclusive":…}`, `null` for a missing bound, or `{"empty":true}` |
//! | multiranges | arrays of ranges |
//! | domains | as their base type |
//! | all other types, including unknown ones | a string: PostgreSQL's text |
//!
//! A value that does not have the form of its type is rendered as a string too. No value is lost,
//! and none is an error.

mod array;
mod composite;
mod cursor;
mod document;
mod parameter;
mod range;
mod scalar;
mod time;

use std::sync::Arc;

/// How the text of a value becomes JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::postgres) enum JsonForm {
    /// A string.
    Text,
    Boolean,
    /// A whole number that fits into a double.
    Integer,
    /// A whole number that may not fit into a double.
    BigInteger,
    Float,
    Numeric,
    Json,
    Bytes,
    Date,
    Timestamp,
    TimestampWithZone,
    TimeWithZone,
    Array {
        element: Arc<Self>,
        delimiter: u8,
    },
    /// Numbers separated by spaces.
    Vector,
    /// The key of each attribute, with quotes and colon, and its form.
    Composite(Arc<[(Box<str>, Self)]>),
    /// An anonymous composite, whose attributes have no known types.
    Record,
    Range(Arc<Self>),
    Multirange(Arc<Self>),
}

impl JsonForm {
    /// Writes a value. If it does not have this form, writes it as a string.
    ///
    /// The writers of the single forms return `None` for such a value, and may have written a part
    /// of it.
    pub(super) fn write(&self, text: &str, out: &mut Vec<u8>) {
        let start = out.len();
        let written = match self {
            Self::Text => None,
            Self::Boolean => scalar::boolean(text, out),
            Self::Integer => scalar::integer(text, out),
            Self::BigInteger => scalar::big_integer(text, out),
            Self::Float => scalar::float(text, out),
            Self::Numeric => scalar::numeric(text, out),
            Self::Json => document::write(text, out),
            Self::Bytes => scalar::bytes(text, out),
            Self::Date => time::date(text, out),
            Self::Timestamp => time::timestamp(text, out),
            Self::TimestampWithZone => time::timestamp_with_zone(text, out),
            Self::TimeWithZone => time::time_with_zone(text, out),
            Self::Array { element, delimiter } => array::write(text, element, *delimiter, out),
            Self::Vector => array::write_vector(text, out),
            Self::Composite(attributes) => composite::write(text, attributes, out),
            Self::Record => composite::write_record(text, out),
            Self::Range(bound) => range::write(text, bound, out),
            Self::Multirange(bound) => range::write_many(text, bound, out),
        };
        if written.is_none() {
            out.truncate(start);
            write_string(text, out);
        }
    }

    /// Writes the beginning of a value that was cut: as a string, except for bytes.
    pub(super) fn write_cut(&self, text: &str, out: &mut Vec<u8>) {
        match self {
            Self::Bytes => self.write(text, out),
            _ => write_string(text, out),
        }
    }
}

/// Writes a JSON string.
pub(super) fn write_string(text: &str, out: &mut Vec<u8>) {
    // Writing to a `Vec` does not fail, and every `str` has a JSON form.
    let _ = serde_json::to_writer(out, text);
}

#[cfg(test)]
fn to_json(form: &JsonForm, text: &str) -> String {
    let mut out = Vec::new();
    form.write(text, &mut out);
    String::from_utf8(out).unwrap()
}
