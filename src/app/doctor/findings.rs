//! The findings of `doctor`, as the API tells them.

use super::{
    command::examine,
    report::{Check, CheckHealth},
};
use crate::{
    admin::{HealthFinding, HealthSeverity},
    app::engines::Engines,
};

/// Checks everything, and returns what was found.
pub(in crate::app) async fn findings(engines: &Engines) -> Vec<HealthFinding> {
    let report = examine(engines).await;
    report.checks.iter().flat_map(of_check).collect()
}

/// Returns the facts of a part, and each advice about it.
fn of_check(check: &Check) -> Vec<HealthFinding> {
    let finding =
        |severity, fix| HealthFinding::new(&check.name, severity, check.facts.clone(), fix);
    if check.advice.is_empty() {
        return vec![finding(HealthSeverity::Ok, None)];
    }
    let severity = match check.health {
        CheckHealth::Ok => HealthSeverity::Note,
        CheckHealth::Warning => HealthSeverity::Warning,
        CheckHealth::Broken => HealthSeverity::Error,
    };
    let advice = check.advice.iter();
    advice
        .map(|advice| finding(severity, Some(advice.clone())))
        .collect()
}
