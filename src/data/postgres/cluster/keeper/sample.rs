//! What a new database has: a role that may read, and tables to try the tools on.

/// What is done in which database, in this order. Statements end with an empty line.
pub(super) const ALL: [(&str, &str); 2] = [
    ("postgres", include_str!("roles.sql")),
    (
        "bga_database",
        concat!(
            include_str!("rights.sql"),
            "\n",
            include_str!("tables.sql"),
            "\nANALYZE;\n\n"
        ),
    ),
];
