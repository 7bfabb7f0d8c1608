//! `sql`: reads a database with a query of the author, whose places are bound parameters.
//!
//! ```json
//! {"type": "sql", "config": {"query": "SELECT user_nm FROM h_user WHERE uid = :uid", "result": "row"},
//!  "parameters": [{"name": "uid", "type": "integer"}]}
//! ```
//!
//! `:name` and `{{name}}` are the same: a parameter that is bound and never becomes part of the text.
//! The statement passes the same check as that of `query_bga_database`, and runs in a read-only
//! transaction with the same limits. `database` names one of the tables `[databases.NAME]` in
//! `toolwright.toml`; without it, the database of `query_bga_database` is read.
//!
//! `result` is `rows` (an array of objects, the default), `row` (one object or null), `value` (the
//! first column of the first row, or null) or `text` (a line for each row, with tabs between values).
//!
//! When a tool is added, the database itself says what each parameter is and which columns come back
//! (`SqlConfig::fill_in`). What the author did not declare is filled in.

mod config;
mod derive;
mod engine;
mod kind;
mod places;
mod run;

pub use self::engine::SqlEngine;
pub(super) use self::kind::SqlKind;
