//! [`document`]: a column as a text that is found by its meaning.

/// What types are called in documents, where that is not what PostgreSQL calls them.
const TYPES: &[(&str, &str)] = &[
    ("character varying", "VARCHAR"),
    ("character", "CHAR"),
    ("bit varying", "VARBIT"),
    ("timestamp without time zone", "TIMESTAMP"),
    ("timestamp with time zone", "TIMESTAMPTZ"),
    ("time without time zone", "TIME"),
    ("time with time zone", "TIMETZ"),
];

/// `users.email VARCHAR(255) the user's address`: the table, the column, its type and its comment.
///
/// `type_name` is as PostgreSQL writes it, `character varying(255)`.
pub(super) fn document(
    table: &str,
    column: &str,
    type_name: &str,
    comment: Option<&str>,
) -> String {
    let type_name = short_type(type_name);
    let comment = comment.map(str::trim).filter(|comment| !comment.is_empty());
    let text = format!("{table}.{column} {type_name}");
    match comment {
        Some(comment) => format!("{text} {comment}"),
        None => text,
    }
}

/// `VARCHAR(255)` for `character varying(255)`, `TIMESTAMP(3)[]` for `timestamp(3) without time zone[]`.
fn short_type(name: &str) -> String {
    let (name, array) = match name.strip_suffix("[]") {
        Some(name) => (name, "[]"),
        None => (name, ""),
    };
    let (before, size, after) = match (name.find('('), name.find(')')) {
        (Some(start), Some(end)) if start < end => {
            (&name[..start], &name[start..=end], &name[end + 1..])
        }
        _ => (name, "", ""),
    };
    let plain = format!("{before}{after}");
    let known = TYPES.iter().find(|(long, _)| *long == plain);
    // What is quoted is a name of somebody's, whose letters count.
    let short = match known {
        Some((_, short)) => (*short).to_owned(),
        None if plain.contains('"') => plain,
        None => plain.to_uppercase(),
    };
    format!("{short}{size}{array}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_reads_as_the_specification_writes_it() {
        assert_eq!(
            document(
                "users",
                "email",
                "character varying(255)",
                Some("사용자 이메일 주소")
            ),
            "users.email VARCHAR(255) 사용자 이메일 주소"
        );
        assert_eq!(
            document("orders", "order_date", "timestamp without time zone", None),
            "orders.order_date TIMESTAMP"
        );
        assert_eq!(document("a", "b", "date", Some("  ")), "a.b DATE");
    }

    #[test]
    fn types_are_short_and_keep_their_sizes() {
        for (long, short) in [
            ("numeric(12,2)", "NUMERIC(12,2)"),
            ("timestamp(3) with time zone", "TIMESTAMPTZ(3)"),
            ("character varying(20)[]", "VARCHAR(20)[]"),
            ("double precision", "DOUBLE PRECISION"),
            ("shop.\"Mood\"", "shop.\"Mood\""),
        ] {
            assert_eq!(short_type(long), short);
        }
    }
}
