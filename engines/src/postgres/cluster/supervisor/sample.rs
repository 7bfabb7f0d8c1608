//! The content of a new database: tables to try the tools on, and a role that may read them.

use super::super::address::{DATABASE, READER};
use crate::postgres::setup_sql;

/// The tables. They can be created in any other database too.
const TABLES: &str = include_str!("tables.sql");

/// Returns the statements for each database, in this order. Statements end with an empty line.
pub(super) fn statements() -> [(&'static str, String); 2] {
    let create = format!(
        "CREATE DATABASE {DATABASE};\n\n\
         REVOKE ALL ON DATABASE {DATABASE} FROM PUBLIC;\n\n"
    );
    let rights = setup_sql(READER, &["public".to_owned()]);
    let fill = format!("{TABLES}\n{rights}\nANALYZE;\n\n");
    [("postgres", create), (DATABASE, fill)]
}
