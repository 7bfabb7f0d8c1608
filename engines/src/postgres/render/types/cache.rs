//! [`TypeCache`]: the types of one database that are not built in.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use toolwright_base::lock;

use super::builtin::{self, TypeInfo};
use crate::postgres::render::json::{JsonForm, write_string};

/// How long types are cached. Meanwhile an attribute may be renamed or added on the server.
const LIFETIME: Duration = Duration::from_secs(60);
/// How deep types may be nested. No type contains itself, so this only bounds the recursion.
const MAX_DEPTH: usize = 32;

/// Selects the types with these OIDs (`$1`), and all types that they consist of.
///
/// The columns are the OID, the name, the kind, the OID of the inner type, the delimiter of
/// elements, and the attributes with their type OIDs as JSON. The kind is `pg_type.typtype`, or `a`
/// for an array. `rngmultitypid` is read through JSON since servers before version 14 lack the
/// column.
pub(crate) const TYPES_SQL: &str = "
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

/// The types of one database that are not built in, as far as queries have returned them.
#[derive(Debug)]
pub(crate) struct TypeCache {
    entries: Mutex<Entries>,
}

#[derive(Debug)]
struct Entries {
    types: HashMap<u32, TypeInfo>,
    since: Instant,
}

/// A row of [`TYPES_SQL`].
struct TypeRow {
    name: String,
    kind: u8,
    inner_oid: u32,
    delimiter: u8,
    attributes: Vec<(String, u32)>,
}

impl TypeCache {
    pub(in crate::postgres) fn new() -> Self {
        Self {
            entries: Mutex::new(Entries {
                types: HashMap::new(),
                since: Instant::now(),
            }),
        }
    }

    /// Returns the types with these OIDs, if all of them are built in or cached.
    pub(in crate::postgres) fn get_all(
        &self,
        oids: impl Iterator<Item = u32> + Clone,
    ) -> Option<Vec<TypeInfo>> {
        let builtin: Option<Vec<TypeInfo>> = oids
            .clone()
            .map(|oid| builtin::find(oid).cloned())
            .collect();
        if builtin.is_some() {
            return builtin;
        }
        let mut entries = lock(&self.entries);
        if entries.since.elapsed() > LIFETIME {
            entries.types.clear();
            entries.since = Instant::now();
        }
        oids.map(|oid| builtin::find(oid).or(entries.types.get(&oid)).cloned())
            .collect()
    }

    /// Adds the types with these OIDs, from the rows of [`TYPES_SQL`].
    ///
    /// A type that is not in the rows is rendered as text.
    pub(in crate::postgres) fn insert(
        &self,
        oids: impl Iterator<Item = u32>,
        rows: &[Vec<Option<String>>],
    ) {
        let rows: HashMap<u32, TypeRow> = rows.iter().filter_map(|row| parse(row)).collect();
        let mut entries = lock(&self.entries);
        for oid in oids.filter(|oid| builtin::find(*oid).is_none()) {
            let name = rows.get(&oid).map_or("unknown", |row| &row.name);
            let found = TypeInfo {
                name: name.into(),
                form: form(oid, &rows, MAX_DEPTH),
            };
            entries.types.insert(oid, found);
        }
    }
}

fn parse(row: &[Option<String>]) -> Option<(u32, TypeRow)> {
    let [oid, name, kind, inner_oid, delimiter, attributes] = row else {
        return None;
    };
    let first = |text: &Option<String>| text.as_deref()?.bytes().next();
    let attributes = match attributes {
        Some(attributes) => serde_json::from_str(attributes).ok()?,
        None => Vec::new(),
    };
    let row = TypeRow {
        name: name.clone()?,
        kind: first(kind)?,
        inner_oid: inner_oid.as_deref()?.parse().ok()?,
        delimiter: first(delimiter)?,
        attributes,
    };
    Some((oid.as_deref()?.parse().ok()?, row))
}

fn form(oid: u32, rows: &HashMap<u32, TypeRow>, depth: usize) -> JsonForm {
    if let Some(found) = builtin::find(oid) {
        return found.form.clone();
    }
    let (Some(row), Some(depth)) = (rows.get(&oid), depth.checked_sub(1)) else {
        return JsonForm::Text;
    };
    let inner = |oid| form(oid, rows, depth);
    match row.kind {
        b'a' => JsonForm::Array {
            element: Arc::new(inner(row.inner_oid)),
            delimiter: row.delimiter,
        },
        b'd' => inner(row.inner_oid),
        b'r' => JsonForm::Range(Arc::new(inner(row.inner_oid))),
        b'm' => JsonForm::Multirange(Arc::new(inner(row.inner_oid))),
        b'c' => {
            let attributes = row.attributes.iter();
            let attributes = attributes.map(|(name, oid)| (key(name), inner(*oid)));
            JsonForm::Composite(attributes.collect())
        }
        _ => JsonForm::Text,
    }
}

/// Returns an attribute's name as a JSON string with a colon.
fn key(name: &str) -> Box<str> {
    let mut key = Vec::with_capacity(name.len() + 3);
    write_string(name, &mut key);
    key.push(b':');
    String::from_utf8_lossy(&key).into()
}
