//! `database/posture`: the role that queries run as, what it could do beyond reading, and the SQL
//! that mends it.

use std::sync::Arc;

use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::Serialize;
use toolwright_engines::postgres::{
    Database, QueryError, ROLE_CHECK_SQL, Severity, role_findings, setup_sql,
};

use super::{
    answer::{self, Answer},
    api::Api,
    operation::Operation,
    problem::Problem,
    request::ApiRequest,
    rights::Right,
    told::Told,
};

/// The role that the SQL for a new one creates, as `doctor --setup-sql` does.
const READER: &str = "toolwright_reader";
const SCHEMA: &str = "public";

/// The rights of the role that `sql` tools run as.
#[derive(Debug, Serialize, JsonSchema)]
struct Posture {
    role: String,
    database: String,
    /// The most serious ones first. A role that can only read has none.
    findings: Vec<RoleFinding>,
    /// SQL that creates a role which can only read.
    setup_sql: String,
}

/// A right that the role should not have.
#[derive(Debug, Serialize, JsonSchema)]
struct RoleFinding {
    severity: RoleSeverity,
    /// What the role could do.
    problem: String,
    /// The statement or setting that prevents it.
    fix: String,
    /// The sentence in `problem`, with its code.
    told: Told,
    /// The sentence in `fix`, with its code.
    advice: Told,
}

/// How serious a right is.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum RoleSeverity {
    /// Another guard prevents its use.
    Notice,
    /// One guard is missing.
    Warning,
    /// Only the check of statements and the read-only transaction prevent its use.
    Danger,
}

/// Returns the operation.
pub(super) fn operations() -> Vec<Operation> {
    let read = Operation::get(
        "/database/posture",
        "read_posture",
        "Returns the role that `sql` tools run as, and which of its rights it should not have.",
        |api, request| Box::pin(read(api, request)),
    );
    vec![read.needs(Right::Admin).answers::<Posture>(StatusCode::OK)]
}

async fn read(api: Arc<Api>, _: ApiRequest) -> Answer {
    let posture = posture(&api.registry.engines().sql.database).await;
    let posture = posture.map_err(|error| Problem::unavailable(error.to_string()))?;
    answer::ok(&posture)
}

async fn posture(database: &Database) -> Result<Posture, QueryError> {
    let names = "SELECT current_user::text, pg_catalog.current_database()::text";
    let mut names = database.query(names, &[]).await?.into_iter().flatten();
    let mut name = || names.next().flatten().unwrap_or_default();
    let (role, catalog) = (name(), name());
    let rows = database.query(ROLE_CHECK_SQL, &[]).await?;
    let findings = role_findings(&rows).into_iter();
    Ok(Posture {
        role,
        database: catalog,
        findings: findings
            .map(|finding| RoleFinding {
                severity: finding.severity.into(),
                problem: finding.problem.to_string(),
                fix: finding.fix.to_string(),
                told: Told(finding.problem),
                advice: Told(finding.fix),
            })
            .collect(),
        setup_sql: setup_sql(READER, &[SCHEMA.to_owned()]),
    })
}

impl From<Severity> for RoleSeverity {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Notice => Self::Notice,
            Severity::Warning => Self::Warning,
            Severity::Danger => Self::Danger,
        }
    }
}
