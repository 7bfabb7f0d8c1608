//! The database: does it answer, and does its role have more rights than it needs?

use std::time::Instant;

use toolwright_base::CodedText;
use toolwright_engines::postgres::{Database, QueryError, ROLE_CHECK_SQL, Severity, role_findings};

use super::report::Check;
use crate::admin::texts::health as texts;
use crate::app::{duration::format_duration, engines::DatabaseEngine};

/// Checks the database of the data tools and the rights of its role.
pub(super) async fn check(engine: &DatabaseEngine) -> Check {
    check_as("database".into(), engine, advice(engine)).await
}

/// Checks a database that `sql` tools can name.
pub(super) async fn check_named(name: &str, engine: &DatabaseEngine) -> Check {
    let advice = texts::check_database_table();
    check_as(format!("database `{name}`"), engine, advice).await
}

async fn check_as(name: String, engine: &DatabaseEngine, advice: CodedText) -> Check {
    let check = Check::ok(name, engine.place.as_str());
    let database = &engine.database;
    match measure(database).await {
        Ok(facts) => with_findings(facts.into_iter().fold(check, Check::fact), database).await,
        Err(error) => check.broken(texts::advice(error.to_string(), advice)),
    }
}

/// Returns the version of the server, its latency, and the state of the pool.
async fn measure(database: &Database) -> Result<Vec<CodedText>, QueryError> {
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
    let version = version.unwrap_or_default();
    let version = match pool.behind_pooler {
        true => texts::postgresql_behind_pooler(version),
        false => texts::postgresql(version),
    };
    Ok(vec![
        version,
        texts::first_answer(first, then),
        texts::connections_open(pool.open, pool.max),
    ])
}

/// Adds the rights of the role that it should not have.
async fn with_findings(check: Check, database: &Database) -> Check {
    let rows = match database.query(ROLE_CHECK_SQL, &[]).await {
        Ok(rows) => rows,
        Err(error) => return check.warn(texts::rights_unreadable(error.to_string())),
    };
    role_findings(&rows)
        .into_iter()
        .fold(check, |check, finding| {
            let advice = texts::advice(finding.problem, finding.fix);
            match finding.severity {
                Severity::Notice => check.remark(advice),
                Severity::Warning | Severity::Danger => check.warn(advice),
            }
        })
}

fn advice(engine: &DatabaseEngine) -> CodedText {
    if engine.is_configured {
        texts::check_database_settings()
    } else {
        texts::configure_database()
    }
}
