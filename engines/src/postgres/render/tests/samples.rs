//! A value of each built-in type, and its JSON.

/// The expected JSON of a value.
#[derive(Debug, Clone, Copy)]
pub(super) enum Expected {
    /// This JSON.
    Json(&'static str),
    /// The server's text, as a string.
    Text,
}

use Expected::{Json, Text};

/// The name of a type, the text of a value, and its JSON.
pub(super) const SAMPLES: [(&str, &str, Expected); 75] = [
    ("bool", "t", Json("true")),
    ("bytea", "\\x00ff", Json("\"AP8=\"")),
    ("char", "x", Text),
    ("name", "a name", Text),
    ("int8", "9007199254740993", Json("\"9007199254740993\"")),
    ("int2", "-32768", Json("-32768")),
    ("int2vector", "1 2", Json("[1,2]")),
    ("int4", "2147483647", Json("2147483647")),
    ("regproc", "pg_catalog.pi", Text),
    ("text", "\"가\" \\ {,}\n\t\u{1}", Text),
    ("oid", "4294967295", Json("4294967295")),
    ("tid", "(0,1)", Text),
    ("xid", "7", Text),
    ("cid", "7", Text),
    ("oidvector", "1 2", Json("[1,2]")),
    (
        "json",
        "{\"a\": [1.0, \"가\"]}",
        Json("{\"a\": [1.0, \"가\"]}"),
    ),
    ("xml", "<a/>", Text),
    ("point", "(1,2)", Text),
    ("lseg", "[(0,0),(1,1)]", Text),
    ("path", "((0,0),(1,1))", Text),
    ("box", "(1,1),(0,0)", Text),
    ("polygon", "((0,0),(1,1))", Text),
    ("line", "{1,2,3}", Text),
    ("cidr", "10.0.0.0/8", Text),
    ("float4", "1.1", Json("1.1")),
    ("float8", "0.1", Json("0.1")),
    ("circle", "<(0,0),1>", Text),
    ("macaddr8", "08:00:2b:01:02:03:04:05", Text),
    ("money", "1.50", Text),
    ("macaddr", "08:00:2b:01:02:03", Text),
    ("inet", "::1/64", Text),
    ("bpchar", "x", Text),
    ("varchar", "x y", Text),
    ("date", "2024-01-02", Json("\"2024-01-02\"")),
    ("time", "03:04:05.6", Json("\"03:04:05.6\"")),
    (
        "timestamp",
        "2024-01-02 03:04:05.6",
        Json("\"2024-01-02T03:04:05.6\""),
    ),
    (
        "timestamptz",
        "2024-01-02 03:04:05.6Z",
        Json("\"2024-01-02T12:04:05.6+09:00\""),
    ),
    (
        "interval",
        "1 year 2 mons 3 days 04:05:06.5",
        Json("\"P1Y2M3DT4H5M6.5S\""),
    ),
    ("timetz", "03:04:05+05:30", Json("\"03:04:05+05:30\"")),
    ("bit", "1", Text),
    ("varbit", "101", Text),
    ("numeric", "1.50", Json("1.50")),
    ("refcursor", "c", Text),
    ("regprocedure", "pi()", Text),
    ("regoper", "pg_catalog.||/", Text),
    ("regoperator", "+(integer,integer)", Text),
    ("regclass", "pg_class", Text),
    ("regtype", "integer", Text),
    ("uuid", "123e4567-e89b-12d3-a456-426614174000", Text),
    ("txid_snapshot", "1:2:", Text),
    ("pg_lsn", "0/1", Text),
    ("tsvector", "a:1 b:2", Text),
    ("tsquery", "a & b", Text),
    ("regconfig", "simple", Text),
    ("regdictionary", "simple", Text),
    ("jsonb", "{\"a\": null}", Json("{\"a\": null}")),
    ("jsonpath", "$.a", Text),
    ("regnamespace", "pg_catalog", Text),
    ("regrole", "pg_monitor", Text),
    ("regcollation", "\"C\"", Text),
    ("pg_snapshot", "1:2:", Text),
    ("xid8", "18446744073709551615", Text),
    ("aclitem", "pg_monitor=r/pg_monitor", Text),
    (
        "int4range",
        "[1,5)",
        Json(r#"{"lower":1,"upper":5,"lower_inclusive":true,"upper_inclusive":false}"#),
    ),
    (
        "numrange",
        "(,1.50]",
        Json(r#"{"lower":null,"upper":1.50,"lower_inclusive":false,"upper_inclusive":true}"#),
    ),
    ("int8range", "empty", Json(r#"{"empty":true}"#)),
    (
        "tsrange",
        "[2024-01-02 03:04:05,)",
        Json(
            r#"{"lower":"2024-01-02T03:04:05","upper":null,"lower_inclusive":true,"upper_inclusive":false}"#,
        ),
    ),
    (
        "tstzrange",
        "[2024-01-02 03:04:05Z,)",
        Json(
            r#"{"lower":"2024-01-02T12:04:05+09:00","upper":null,"lower_inclusive":true,"upper_inclusive":false}"#,
        ),
    ),
    (
        "daterange",
        "[2024-01-02,2024-01-03)",
        Json(
            r#"{"lower":"2024-01-02","upper":"2024-01-03","lower_inclusive":true,"upper_inclusive":false}"#,
        ),
    ),
    (
        "int4multirange",
        "{[1,5)}",
        Json(r#"[{"lower":1,"upper":5,"lower_inclusive":true,"upper_inclusive":false}]"#),
    ),
    ("nummultirange", "{}", Json("[]")),
    (
        "int8multirange",
        "{[9007199254740993,)}",
        Json(
            r#"[{"lower":"9007199254740993","upper":null,"lower_inclusive":true,"upper_inclusive":false}]"#,
        ),
    ),
    (
        "tsmultirange",
        "{[2024-01-02 03:04:05,)}",
        Json(
            r#"[{"lower":"2024-01-02T03:04:05","upper":null,"lower_inclusive":true,"upper_inclusive":false}]"#,
        ),
    ),
    (
        "tstzmultirange",
        "{[2024-01-02 03:04:05Z,)}",
        Json(
            r#"[{"lower":"2024-01-02T12:04:05+09:00","upper":null,"lower_inclusive":true,"upper_inclusive":false}]"#,
        ),
    ),
    (
        "datemultirange",
        "{[2024-01-02,)}",
        Json(
            r#"[{"lower":"2024-01-02","upper":null,"lower_inclusive":true,"upper_inclusive":false}]"#,
        ),
    ),
];

/// Types whose values cannot be written as text.
pub(super) const WITHOUT_INPUT: [&str; 7] = [
    "gtsvector",
    "pg_node_tree",
    "pg_ndistinct",
    "pg_dependencies",
    "pg_mcv_list",
    "pg_brin_bloom_summary",
    "pg_brin_minmax_multi_summary",
];
