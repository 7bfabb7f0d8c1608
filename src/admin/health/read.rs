//! `GET health`.

use std::sync::Arc;

use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::Serialize;

use super::health::{HealthFinding, HealthSeverity};
use crate::admin::{
    answer::{self, Answer},
    api::Api,
    operation::Operation,
    request::ApiRequest,
    rights::Right,
    texts::health as texts,
};

/// The findings of all parts.
#[derive(Debug, Clone, Serialize, JsonSchema)]
struct HealthView {
    /// `ok`, `warning` or `error`: that of the worst finding.
    status: &'static str,
    findings: Vec<HealthFinding>,
}

/// Returns the operation.
pub(in crate::admin) fn operations() -> Vec<Operation> {
    let read = Operation::get(
        "/health",
        "read_health",
        "Examines the parts of the server, as `toolwright doctor` does.",
        |api, request| Box::pin(read(api, request)),
    );
    vec![
        read.needs(Right::Admin)
            .answers::<HealthView>(StatusCode::OK),
    ]
}

async fn read(api: Arc<Api>, _: ApiRequest) -> Answer {
    let mut findings = api.health.findings().await;
    findings.extend(api.registry.problem().map(|problem| {
        let advice = match api.registry.is_away() {
            true => texts::registry_database_back(),
            false => texts::mend_file(),
        };
        let facts = vec![problem.into()];
        HealthFinding::new("registry", HealthSeverity::Error, facts, Some(advice))
    }));
    let worst = findings.iter().map(|finding| finding.severity).max();
    let status = match worst.unwrap_or(HealthSeverity::Ok) {
        HealthSeverity::Ok | HealthSeverity::Note => "ok",
        HealthSeverity::Warning => "warning",
        HealthSeverity::Error => "error",
    };
    answer::ok(&HealthView { status, findings })
}
