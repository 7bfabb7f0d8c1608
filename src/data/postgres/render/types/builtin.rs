//! The types that every server has, by their numbers, which never change. All others are looked up on the server.

use std::{
    collections::HashMap,
    sync::{Arc, LazyLock},
};

use super::cache::Known;
use crate::data::postgres::render::json::Shape;

/// Number, number of the array, name, shape.
type Row = (u32, u32, &'static str, Shape);

const SCALARS: [Row; 55] = [
    (16, 1000, "boolean", Shape::Boolean),
    (17, 1001, "bytea", Shape::Bytes),
    (18, 1002, "\"char\"", Shape::Text),
    (19, 1003, "name", Shape::Text),
    (20, 1016, "bigint", Shape::BigInteger),
    (21, 1005, "smallint", Shape::Integer),
    (22, 1006, "int2vector", Shape::Vector),
    (23, 1007, "integer", Shape::Integer),
    (24, 1008, "regproc", Shape::Text),
    (25, 1009, "text", Shape::Text),
    (26, 1028, "oid", Shape::Integer),
    (27, 1010, "tid", Shape::Text),
    (28, 1011, "xid", Shape::Text),
    (29, 1012, "cid", Shape::Text),
    (30, 1013, "oidvector", Shape::Vector),
    (114, 199, "json", Shape::Json),
    (142, 143, "xml", Shape::Text),
    (600, 1017, "point", Shape::Text),
    (601, 1018, "lseg", Shape::Text),
    (602, 1019, "path", Shape::Text),
    (604, 1027, "polygon", Shape::Text),
    (628, 629, "line", Shape::Text),
    (650, 651, "cidr", Shape::Text),
    (700, 1021, "real", Shape::Float),
    (701, 1022, "double precision", Shape::Float),
    (718, 719, "circle", Shape::Text),
    (774, 775, "macaddr8", Shape::Text),
    (790, 791, "money", Shape::Text),
    (829, 1040, "macaddr", Shape::Text),
    (869, 1041, "inet", Shape::Text),
    (1042, 1014, "character", Shape::Text),
    (1043, 1015, "character varying", Shape::Text),
    (1082, 1182, "date", Shape::Date),
    (1083, 1183, "time without time zone", Shape::Text),
    (1114, 1115, "timestamp without time zone", Shape::Timestamp),
    (
        1184,
        1185,
        "timestamp with time zone",
        Shape::TimestampWithZone,
    ),
    (1186, 1187, "interval", Shape::Text),
    (1266, 1270, "time with time zone", Shape::TimeWithZone),
    (1560, 1561, "bit", Shape::Text),
    (1562, 1563, "bit varying", Shape::Text),
    (1700, 1231, "numeric", Shape::Numeric),
    (2205, 2210, "regclass", Shape::Text),
    (2206, 2211, "regtype", Shape::Text),
    (2249, 2287, "record", Shape::Record),
    (2278, NONE, "void", Shape::Text),
    (2950, 2951, "uuid", Shape::Text),
    (2970, 2949, "txid_snapshot", Shape::Text),
    (3220, 3221, "pg_lsn", Shape::Text),
    (3614, 3643, "tsvector", Shape::Text),
    (3615, 3645, "tsquery", Shape::Text),
    (3802, 3807, "jsonb", Shape::Json),
    (4072, 4073, "jsonpath", Shape::Text),
    (5038, 5039, "pg_snapshot", Shape::Text),
    (5069, 271, "xid8", Shape::Text),
    (705, NONE, "unknown", Shape::Text),
];

/// Number, number of the array, number of the multirange and of its array, name, shape of a bound.
const RANGES: [(u32, u32, u32, u32, &str, Shape); 6] = [
    (3904, 3905, 4451, 6150, "int4", Shape::Integer),
    (3906, 3907, 4532, 6151, "num", Shape::Numeric),
    (3908, 3909, 4533, 6152, "ts", Shape::Timestamp),
    (3910, 3911, 4534, 6153, "tstz", Shape::TimestampWithZone),
    (3912, 3913, 4535, 6155, "date", Shape::Date),
    (3926, 3927, 4536, 6157, "int8", Shape::BigInteger),
];

/// There is no array of it.
const NONE: u32 = 0;
const DELIMITER: u8 = b',';

static TYPES: LazyLock<HashMap<u32, Known>> = LazyLock::new(|| {
    let mut types = HashMap::new();
    for (number, array, name, shape) in SCALARS {
        add(&mut types, number, array, name, DELIMITER, &shape);
    }
    // The only one that has another mark between its elements, as it has commas inside.
    add(&mut types, 603, 1020, "box", b';', &Shape::Text);
    // A column of the statistics. What is in it differs from row to row.
    let texts = array_of(&Shape::Text, DELIMITER);
    add(&mut types, 2277, NONE, "anyarray", DELIMITER, &texts);
    for (range, ranges, multirange, multiranges, name, bound) in RANGES {
        let bound = Arc::new(bound);
        let shape = Shape::Range(Arc::clone(&bound));
        let names = (format!("{name}range"), format!("{name}multirange"));
        add(&mut types, range, ranges, &names.0, DELIMITER, &shape);
        let shape = Shape::Multirange(bound);
        add(
            &mut types,
            multirange,
            multiranges,
            &names.1,
            DELIMITER,
            &shape,
        );
    }
    types
});

fn add(
    types: &mut HashMap<u32, Known>,
    number: u32,
    array: u32,
    name: &str,
    delimiter: u8,
    shape: &Shape,
) {
    let known = |name: &str, shape: Shape| Known {
        name: name.into(),
        shape,
    };
    types.insert(number, known(name, shape.clone()));
    if array != NONE {
        let shape = array_of(shape, delimiter);
        types.insert(array, known(&format!("{name}[]"), shape));
    }
}

fn array_of(element: &Shape, delimiter: u8) -> Shape {
    Shape::Array {
        element: Arc::new(element.clone()),
        delimiter,
    }
}

/// The type with this number, if every server has it.
pub(super) fn find(number: u32) -> Option<&'static Known> {
    TYPES.get(&number)
}

/// All of them.
#[cfg(test)]
pub(super) fn all() -> &'static HashMap<u32, Known> {
    &TYPES
}
