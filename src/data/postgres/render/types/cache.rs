//! [`Catalogue`]: the types of one database, as far as they were met.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use super::builtin;
use crate::{
    core::lock,
    data::postgres::render::json::{Shape, write_text},
};

/// How long what the server said about its types is believed. An attribute may be renamed, or added.
const LIFETIME: Duration = Duration::from_secs(60);
/// How deep types may be made of types. The server has no type that is made of itself.
const DEEPEST: usize = 32;

/// The types with these numbers, and all that they are made of.
///
/// Columns: number, name, kind, the type it is made of, the mark between elements, attributes with their types as JSON.
/// Kinds are those of `pg_type.typtype`, and `a` for an array. `rngmultitypid` is read in a roundabout way since old servers lack it.
pub(in crate::data::postgres) const TYPES_SQL: &str = "
WITH RECURSIVE made AS NOT MATERIALIZED (
    SELECT t.oid, pg_catalog.format_type(t.oid, NULL) AS name, t.typrelid,
        CASE WHEN e.typarray = t.oid THEN 'a' ELSE t.typtype::text END AS kind,
        CASE WHEN e.typarray = t.oid THEN t.typelem
             WHEN t.typtype = 'd' THEN t.typbasetype
             WHEN t.typtype = 'r' THEN r.rngsubtype
             WHEN t.typtype = 'm' THEN m.rngsubtype
             ELSE 0 END AS inner_type,
        COALESCE(e.typdelim, ',') AS delimiter
    FROM pg_catalog.pg_type t
    LEFT JOIN pg_catalog.pg_type e ON e.oid = t.typelem
    LEFT JOIN pg_catalog.pg_range r ON r.rngtypid = t.oid
    LEFT JOIN pg_catalog.pg_range m ON t.typtype = 'm'
        AND (pg_catalog.to_jsonb(m) ->> 'rngmultitypid')::pg_catalog.oid = t.oid
), wanted AS (
    SELECT pg_catalog.unnest($1::pg_catalog.oid[]) AS oid
    UNION
    SELECT next.oid FROM wanted JOIN made ON made.oid = wanted.oid
    CROSS JOIN LATERAL (
        SELECT made.inner_type WHERE made.inner_type <> 0
        UNION ALL
        SELECT a.atttypid FROM pg_catalog.pg_attribute a
        WHERE made.kind = 'c' AND a.attrelid = made.typrelid AND a.attnum > 0 AND NOT a.attisdropped
    ) AS next(oid)
)
SELECT made.oid, made.name, made.kind, made.inner_type, made.delimiter, (
    SELECT pg_catalog.json_agg(pg_catalog.json_build_array(a.attname, a.atttypid::int8) ORDER BY a.attnum)
    FROM pg_catalog.pg_attribute a
    WHERE made.kind = 'c' AND a.attrelid = made.typrelid AND a.attnum > 0 AND NOT a.attisdropped
)
FROM wanted JOIN made ON made.oid = wanted.oid";

/// A type: how it is called, and how it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::data::postgres) struct Known {
    pub(in crate::data::postgres) name: Arc<str>,
    pub(in crate::data::postgres) shape: Shape,
}

/// The types of one database, as far as they were met.
#[derive(Debug)]
pub(in crate::data::postgres) struct Catalogue {
    found: Mutex<Found>,
}

#[derive(Debug)]
struct Found {
    types: HashMap<u32, Known>,
    since: Instant,
}

/// What the server says about one type.
struct Entry {
    name: String,
    kind: u8,
    inner: u32,
    delimiter: u8,
    attributes: Vec<(String, u32)>,
}

impl Catalogue {
    pub(in crate::data::postgres) fn new() -> Self {
        Self {
            found: Mutex::new(Found {
                types: HashMap::new(),
                since: Instant::now(),
            }),
        }
    }

    /// The types with these numbers, if all of them are known.
    pub(in crate::data::postgres) fn find_all(
        &self,
        numbers: impl Iterator<Item = u32> + Clone,
    ) -> Option<Vec<Known>> {
        let builtin: Option<Vec<Known>> = numbers
            .clone()
            .map(|number| builtin::find(number).cloned())
            .collect();
        if builtin.is_some() {
            return builtin;
        }
        let mut found = lock(&self.found);
        if found.since.elapsed() > LIFETIME {
            found.types.clear();
            found.since = Instant::now();
        }
        numbers
            .map(|number| builtin::find(number).or(found.types.get(&number)).cloned())
            .collect()
    }

    /// Learns what the server said about the types with these numbers. Of which it said nothing, that is a text.
    pub(in crate::data::postgres) fn learn(
        &self,
        numbers: impl Iterator<Item = u32>,
        rows: &[Vec<Option<String>>],
    ) {
        let entries: HashMap<u32, Entry> = rows.iter().filter_map(|row| entry(row)).collect();
        let mut found = lock(&self.found);
        for number in numbers.filter(|number| builtin::find(*number).is_none()) {
            let name = entries.get(&number).map_or("unknown", |entry| &entry.name);
            let known = Known {
                name: name.into(),
                shape: shape(number, &entries, DEEPEST),
            };
            found.types.insert(number, known);
        }
    }
}

fn entry(row: &[Option<String>]) -> Option<(u32, Entry)> {
    let [number, name, kind, inner, delimiter, attributes] = row else {
        return None;
    };
    let first = |text: &Option<String>| text.as_deref()?.bytes().next();
    let attributes = match attributes {
        Some(attributes) => serde_json::from_str(attributes).ok()?,
        None => Vec::new(),
    };
    let entry = Entry {
        name: name.clone()?,
        kind: first(kind)?,
        inner: inner.as_deref()?.parse().ok()?,
        delimiter: first(delimiter)?,
        attributes,
    };
    Some((number.as_deref()?.parse().ok()?, entry))
}

fn shape(number: u32, entries: &HashMap<u32, Entry>, deepest: usize) -> Shape {
    if let Some(known) = builtin::find(number) {
        return known.shape.clone();
    }
    let (Some(entry), Some(deepest)) = (entries.get(&number), deepest.checked_sub(1)) else {
        return Shape::Text;
    };
    let inner = |number| shape(number, entries, deepest);
    match entry.kind {
        b'a' => Shape::Array {
            element: Arc::new(inner(entry.inner)),
            delimiter: entry.delimiter,
        },
        b'd' => inner(entry.inner),
        b'r' => Shape::Range(Arc::new(inner(entry.inner))),
        b'm' => Shape::Multirange(Arc::new(inner(entry.inner))),
        b'c' => {
            let attributes = entry.attributes.iter();
            let attributes = attributes.map(|(name, number)| (key(name), inner(*number)));
            Shape::Composite(attributes.collect())
        }
        _ => Shape::Text,
    }
}

/// An attribute's name, as in JSON and with its colon.
fn key(name: &str) -> Box<str> {
    let mut key = Vec::with_capacity(name.len() + 3);
    write_text(name, &mut key);
    key.push(b':');
    String::from_utf8_lossy(&key).into()
}
