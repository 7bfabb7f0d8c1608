//! What a new database has: tables to try the tools on, and a role that may read them.

use super::super::handle::{DATABASE, READER};
use crate::data::postgres::setup_sql;

/// The tables. Other databases can have them too.
const TABLES: &str = include_str!("tables.sql");

/// What is done in which database, in this order. Statements end with an empty line.
pub(super) fn all() -> [(&'static str, String); 2] {
    let made = format!(
        "CREATE DATABASE {DATABASE};\n\n\
         REVOKE ALL ON DATABASE {DATABASE} FROM PUBLIC;\n\n"
    );
    let rights = setup_sql(READER, &["public".to_owned()]);
    let filled = format!("{TABLES}\n{rights}\nANALYZE;\n\n");
    [("postgres", made), (DATABASE, filled)]
}
