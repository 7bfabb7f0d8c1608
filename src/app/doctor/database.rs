//! The database: does it answer, and does its role have more rights than it needs?

use std::time::Instant;

use toolwright_engines::postgres::{Database, QueryError, ROLE_CHECK_SQL, Severity, role_findings};

use super::report::Check;
use crate::app::{duration::format_duration, engines::DatabaseEngine};

/// Checks the database of the data tools and the rights of its role.
pub(super) async fn check(engine: &DatabaseEngine) -> Check {
    check_as("database".into(), engine, advice(engine)).await
}

/// Checks a database that `sql` tools can name.
pub(super) async fn check_named(name: &str, engine: &DatabaseEngine) -> Check {
    let advice = "check its table in `toolwright.toml`, and that the server runs";
    check_as(format!("database `{name}`"), engine, advice).await
}

async fn check_as(name: String, engine: &DatabaseEngine, advice: &str) -> Check {
    let check = Check::ok(name, &engine.place);
    let database = &engine.database;
    match measure(database).await {
        Ok(facts) => with_findings(facts.into_iter().fold(check, Check::fact), database).await,
        Err(error) => check.broken(format!("{error}: {advice}")),
    }
}

/// Returns the version of the server, its latency, and the state of the pool.
async fn measure(database: &Database) -> Result<Vec<String>, QueryError> {
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

/// Adds the rights of the role that it should not have.
async fn with_findings(check: Check, database: &Database) -> Check {
    let rows = match database.query(ROLE_CHECK_SQL, &[]).await {
        Ok(rows) => rows,
        Err(error) => return check.warn(format!("cannot read the rights of the role: {error}")),
    };
    role_findings(&rows)
        .into_iter()
        .fold(check, |check, finding| {
            let advice = format!("{}: {}", finding.problem, finding.fix);
            match finding.severity {
                Severity::Notice => check.remark(advice),
                Severity::Warning | Severity::Danger => check.warn(advice),
            }
        })
}

const fn advice(engine: &DatabaseEngine) -> &'static str {
    if engine.is_configured {
        "check `POSTGRESQL_DB_HOST`, `_PORT`, `_NAME`, `_USER`, `_PASS` and `_SSLMODE`, and that the server runs; without them, the \
         embedded cluster is used"
    } else {
        "configure a server in `POSTGRESQL_DB_HOST`, `_NAME`, `_USER` and `_PASS`"
    }
}
