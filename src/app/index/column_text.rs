//! [`column_text`]: describes a column as a text that can be searched by meaning.

/// The names of types in documents, where they differ from those of PostgreSQL.
const TYPES: &[(&str, &str)] = &[
    ("character varying", "VARCHAR"),
    ("character", "CHAR"),
    ("bit varying", "VARBIT"),
    ("timestamp without time zone", "TIMESTAMP"),
    ("timestamp with time zone", "TIMESTAMPTZ"),
    ("time without time zone", "TIME"),
    ("time with time zone", "TIMETZ"),
];

/// Formats the table, the column, its type and its comment: `users.email VARCHAR(255) the user's
/// address`. PostgreSQL writes `type_name` as `character varying(255)`.
pub(super) fn column_text(
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

/// Shortens `character varying(255)` to `VARCHAR(255)`, and `timestamp(3) without time zone[]` to
/// `TIMESTAMP(3)[]`.
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
    // A quoted name is case-sensitive.
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
    fn a_column_is_described_as_in_the_specification() {
        assert_eq!(
            column_text(
                "users",
                "email",
                "character varying(255)",
                Some("사용자 이메일 주소")
            ),
            "users.email VARCHAR(255) 사용자 이메일 주소"
        );
        assert_eq!(
            column_text("orders", "order_date", "timestamp without time zone", None),
            "orders.order_date TIMESTAMP"
        );
        assert_eq!(column_text("a", "b", "date", Some("  ")), "a.b DATE");
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
