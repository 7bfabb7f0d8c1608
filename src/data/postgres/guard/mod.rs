//! What stands between a caller's SQL and the database.

mod role_check;
mod setup_sql;
mod statement;
#[cfg(test)]
mod tests;

pub(crate) use role_check::{Grade, POSTURE_SQL, findings};
pub(crate) use setup_sql::setup_sql;
pub(crate) use statement::{Gate, ReadStatement};
