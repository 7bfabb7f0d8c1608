//! The types that every server has. Their OIDs never change.
//!
//! [`TypeInfo`] is the name of a type, and the JSON of its values.

use std::{
    collections::HashMap,
    sync::{Arc, LazyLock},
};

use serde_json::Value;

use super::super::json::JsonForm;

/// The OIDs of the type and of its array type, the name, and the form.
type Row = (u32, u32, &'static str, JsonForm);

const SCALARS: [Row; 55] = [
    (16, 1000, "boolean", JsonForm::Boolean),
    (17, 1001, "bytea", JsonForm::Bytes),
    (18, 1002, "\"char\"", JsonForm::Text),
    (19, 1003, "name", JsonForm::Text),
    (20, 1016, "bigint", JsonForm::BigInteger),
    (21, 1005, "smallint", JsonForm::Integer),
    (22, 1006, "int2vector", JsonForm::Vector),
    (23, 1007, "integer", JsonForm::Integer),
    (24, 1008, "regproc", JsonForm::Text),
    (25, 1009, "text", JsonForm::Text),
    (26, 1028, "oid", JsonForm::Integer),
    (27, 1010, "tid", JsonForm::Text),
    (28, 1011, "xid", JsonForm::Text),
    (29, 1012, "cid", JsonForm::Text),
    (30, 1013, "oidvector", JsonForm::Vector),
    (114, 199, "json", JsonForm::Json),
    (142, 143, "xml", JsonForm::Text),
    (600, 1017, "point", JsonForm::Text),
    (601, 1018, "lseg", JsonForm::Text),
    (602, 1019, "path", JsonForm::Text),
    (604, 1027, "polygon", JsonForm::Text),
    (628, 629, "line", JsonForm::Text),
    (650, 651, "cidr", JsonForm::Text),
    (700, 1021, "real", JsonForm::Float),
    (701, 1022, "double precision", JsonForm::Float),
    (718, 719, "circle", JsonForm::Text),
    (774, 775, "macaddr8", JsonForm::Text),
    (790, 791, "money", JsonForm::Text),
    (829, 1040, "macaddr", JsonForm::Text),
    (869, 1041, "inet", JsonForm::Text),
    (1042, 1014, "character", JsonForm::Text),
    (1043, 1015, "character varying", JsonForm::Text),
    (1082, 1182, "date", JsonForm::Date),
    (1083, 1183, "time without time zone", JsonForm::Text),
    (
        1114,
        1115,
        "timestamp without time zone",
        JsonForm::Timestamp,
    ),
    (
        1184,
        1185,
        "timestamp with time zone",
        JsonForm::TimestampWithZone,
    ),
    (1186, 1187, "interval", JsonForm::Text),
    (1266, 1270, "time with time zone", JsonForm::TimeWithZone),
    (1560, 1561, "bit", JsonForm::Text),
    (1562, 1563, "bit varying", JsonForm::Text),
    (1700, 1231, "numeric", JsonForm::Numeric),
    (2205, 2210, "regclass", JsonForm::Text),
    (2206, 2211, "regtype", JsonForm::Text),
    (2249, 2287, "record", JsonForm::Record),
    (2278, NONE, "void", JsonForm::Text),
    (2950, 2951, "uuid", JsonForm::Text),
    (2970, 2949, "txid_snapshot", JsonForm::Text),
    (3220, 3221, "pg_lsn", JsonForm::Text),
    (3614, 3643, "tsvector", JsonForm::Text),
    (3615, 3645, "tsquery", JsonForm::Text),
    (3802, 3807, "jsonb", JsonForm::Json),
    (4072, 4073, "jsonpath", JsonForm::Text),
    (5038, 5039, "pg_snapshot", JsonForm::Text),
    (5069, 271, "xid8", JsonForm::Text),
    (705, NONE, "unknown", JsonForm::Text),
];

/// The OIDs of a range type, its array type, its multirange type and the array type of that; the
/// beginning of the names, and the form of a bound.
const RANGES: [(u32, u32, u32, u32, &str, JsonForm); 6] = [
    (3904, 3905, 4451, 6150, "int4", JsonForm::Integer),
    (3906, 3907, 4532, 6151, "num", JsonForm::Numeric),
    (3908, 3909, 4533, 6152, "ts", JsonForm::Timestamp),
    (3910, 3911, 4534, 6153, "tstz", JsonForm::TimestampWithZone),
    (3912, 3913, 4535, 6155, "date", JsonForm::Date),
    (3926, 3927, 4536, 6157, "int8", JsonForm::BigInteger),
];

/// The OID of a type that does not exist.
const NONE: u32 = 0;
const DELIMITER: u8 = b',';

static TYPES: LazyLock<HashMap<u32, TypeInfo>> = LazyLock::new(|| {
    let mut types = HashMap::new();
    for (oid, array, name, form) in SCALARS {
        add(&mut types, oid, array, name, DELIMITER, &form);
    }
    // The only built-in type with another delimiter, since its values contain commas.
    add(&mut types, 603, 1020, "box", b';', &JsonForm::Text);
    // A column of `pg_stats`. The type of its elements differs from row to row.
    let texts = array_of(&JsonForm::Text, DELIMITER);
    add(&mut types, 2277, NONE, "anyarray", DELIMITER, &texts);
    for (range, ranges, multirange, multiranges, name, bound) in RANGES {
        let bound = Arc::new(bound);
        let form = JsonForm::Range(Arc::clone(&bound));
        let names = (format!("{name}range"), format!("{name}multirange"));
        add(&mut types, range, ranges, &names.0, DELIMITER, &form);
        let form = JsonForm::Multirange(bound);
        add(
            &mut types,
            multirange,
            multiranges,
            &names.1,
            DELIMITER,
            &form,
        );
    }
    types
});

fn add(
    types: &mut HashMap<u32, TypeInfo>,
    oid: u32,
    array: u32,
    name: &str,
    delimiter: u8,
    form: &JsonForm,
) {
    let found = |name: &str, form: JsonForm| TypeInfo {
        name: name.into(),
        form,
    };
    types.insert(oid, found(name, form.clone()));
    if array != NONE {
        let form = array_of(form, delimiter);
        types.insert(array, found(&format!("{name}[]"), form));
    }
}

fn array_of(element: &JsonForm, delimiter: u8) -> JsonForm {
    JsonForm::Array {
        element: Arc::new(element.clone()),
        delimiter,
    }
}

/// Returns the built-in type with this OID.
pub(super) fn find(oid: u32) -> Option<&'static TypeInfo> {
    TYPES.get(&oid)
}

/// Returns the OIDs and names of all built-in types.
#[cfg(test)]
pub(crate) fn names() -> Vec<(u32, String)> {
    let all = TYPES.iter();
    all.map(|(oid, found)| (*oid, found.name.to_string()))
        .collect()
}

/// A type of PostgreSQL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeInfo {
    /// The name of the type in SQL.
    pub(in crate::postgres) name: Arc<str>,
    pub(in crate::postgres) form: JsonForm,
}

impl TypeInfo {
    /// Returns the name of the type in SQL, such as `character varying` or `integer[]`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the JSON Schema of a value in a record, which may be null.
    pub fn result_schema(&self) -> Value {
        self.form.result_schema()
    }

    /// Returns the JSON Schema of a value for a parameter of this type.
    pub fn parameter_schema(&self) -> Value {
        self.form.parameter_schema()
    }

    /// Returns the text of a value for a parameter of this type, or `None` for null.
    ///
    /// Whether it is a value of the type is left to the server.
    pub fn parameter_text(&self, value: &Value) -> Option<String> {
        self.form.parameter_text(value)
    }
}
