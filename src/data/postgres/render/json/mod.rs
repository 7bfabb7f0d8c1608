//! What PostgreSQL's texts are in JSON, type by type.
//!
//! | type | in JSON |
//! |---|---|
//! | `boolean` | `true`, `false` |
//! | `smallint`, `integer`, `oid` | a number |
//! | `bigint` | a number up to 2^53 in size, above that a text |
//! | `real`, `double precision` | a number; `"NaN"`, `"Infinity"`, `"-Infinity"` |
//! | `numeric` | a number of at most 15 digits, as PostgreSQL writes it (`1.50` stays `1.50`); else a text |
//! | `timestamp with time zone` | RFC 3339, `"2024-01-02T03:04:05.6+09:00"`; in UTC where the zone's offset has seconds |
//! | `timestamp`, `date`, `time` | ISO 8601, `"2024-01-02T03:04:05"` |
//! | years before 1 and after 9999 | with a sign and at least six digits: 44 BC is `"-000043-03-15"` |
//! | infinite times | `"infinity"`, `"-infinity"` |
//! | `interval` | ISO 8601, `"P1Y2M3DT4H5M6S"` |
//! | `json`, `jsonb` | itself; a text where a usual parser would refuse it: nested too deeply, a number too large, half a surrogate pair |
//! | `bytea` | Base64 |
//! | arrays | nested arrays; bounds other than 1 are left out |
//! | composites | objects; those without a type of their own have the keys `f1`, `f2`, … and texts, as nobody says what is in them |
//! | ranges | `{"lower":…,"upper":…,"lower_inclusive":…,"upper_inclusive":…}`, `null` where there is no bound, or `{"empty":true}` |
//! | multiranges | arrays of ranges |
//! | domains | as the type that they are made of |
//! | all others, also those that nobody knows here | their text |
//!
//! A value that does not look as its type says is its text too: no value is lost, and none is an error.

mod array;
mod composite;
mod cursor;
mod document;
mod range;
mod scalar;
mod time;

use std::sync::Arc;

/// How the text of a type becomes JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::data::postgres) enum Shape {
    /// It is a text.
    Text,
    Boolean,
    /// A number that every reader holds.
    Integer,
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
    /// Numbers with spaces between them.
    Vector,
    /// Each attribute's key, as in JSON and with its colon.
    Composite(Arc<[(Box<str>, Self)]>),
    /// A composite of which nobody says what is in it.
    Record,
    Range(Arc<Self>),
    Multirange(Arc<Self>),
}

impl Shape {
    /// Writes a value.
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
            write_text(text, out);
        }
    }

    /// Writes the beginning of a value whose rest was left out: a text, whatever it is the beginning of.
    pub(super) fn write_cut(&self, text: &str, out: &mut Vec<u8>) {
        match self {
            Self::Bytes => self.write(text, out),
            _ => write_text(text, out),
        }
    }
}

/// Writes a text, quoted.
pub(super) fn write_text(text: &str, out: &mut Vec<u8>) {
    // Writing to memory does not fail, and a text has no form that JSON lacks.
    let _ = serde_json::to_writer(out, text);
}

#[cfg(test)]
pub(super) fn written(shape: &Shape, text: &str) -> String {
    let mut out = Vec::new();
    shape.write(text, &mut out);
    String::from_utf8(out).unwrap()
}
