//! [`SqlEngine`]: the database of `sql` tools.

use toolwright_engines::postgres::{Database, QueryLimits, StatementChecker};

/// The database of `sql` tools: the same check, pool and limits as those of `query_bga_database`.
#[derive(Debug, Clone)]
pub struct SqlEngine {
    pub checker: StatementChecker,
    pub database: Database,
    pub limits: QueryLimits,
}
