//! The database: does it answer, and can its role do more than it should?

use std::time::Instant;

use super::{duration::format_duration, report::Check};
use crate::{
    app::engines::DatabaseEngine,
    data::postgres::{Database, QueryError, ROLE_CHECK_SQL, Severity, role_findings},
};

/// Looks at the database and at the role.
pub(super) async fn check(engine: &DatabaseEngine) -> Check {
    let check = Check::ok("database", &engine.place);
    let database = &engine.database;
    match answer(database).await {
        Ok(facts) => graded(facts.into_iter().fold(check, Check::fact), database).await,
        Err(error) => check.broken(format!("{error}: {}", advice(engine))),
    }
}

/// Its version, how soon it answers, and its pool.
async fn answer(database: &Database) -> Result<Vec<String>, QueryError> {
    let start = Instant::now();
    let rows = database
        .query("SELECT pg_catalog.current_setting('server_version')", &[])
        .await?;
    let first = format_duration(start.elapsed());
    let start = Instant::now();
database.query("SELECT 1", &[]).await?;
    let then = format_duration(start.elapsed());
    let version = rows.into_iter().flatten().flatten().next();
    let pool = database.status();
    let place = match pool.behind_pooler {
        true => " behind a pooler",
        false => "",
    };
    Ok(vec![
        format!("PostgreSQL {}{place}", version.unwrap_or_default()),
        format!("first answer after {first}, then after {then}"),
        format!("{} of {} connections open", pool.open, pool.max),
    ])
}

/// Says what the role could do that it should not.
async fn graded(check: Check, database: &Database) -> Check {
    let rows = match database.query(ROLE_CHECK_SQL, &[]).await {
        Ok(rows) => rows,
        Err(error) => return check.warn(format!("the role's rights cannot be read: {error}")),
    };
    role_findings(&rows)
        .into_iter()
        .fold(check, |check, finding| {
            let told = format!("{}: {}", finding.problem, finding.fix);
            match finding.severity {
                Severity::Notice => check.remark(told),
                Severity::Warning | Severity::Danger => check.warn(told),
            }
        })
}

const fn advice(engine: &DatabaseEngine) -> &'static str {
    if engine.is_configured {
        "check `POSTGRESQL_DB_HOST`, `_PORT`, `_NAME`, `_USER`, `_PASS` and `_SSLMODE`, and that the server runs; without them, an embedded one \
         is used"
    } else {
        "name a server in `POSTGRESQL_DB_HOST`, `_NAME`, `_USER` and `_PASS`"
    }
}
