//! [`SqlEngine`]: the database of `sql` tools.

use crate::data::postgres::{Database, QueryLimits, StatementChecker};

/// The database of `sql` tools: the same check, pool and limits as those of `query_bga_database`.
#[derive(Debug, Clone)]
pub(crate) struct SqlEngine {
    pub(crate) checker: StatementChecker,
    pub(crate) database: Database,
    pub(crate) limits: QueryLimits,
}
