//! [`Health`]: what was found about the parts of the server.

use std::time::{Duration, Instant};

use schemars::JsonSchema;
use serde::Serialize;
use tokio::sync::Mutex;
use toolwright::BoxFuture;
use toolwright_base::CodedText;

use crate::admin::told::Told;

/// How long findings are told again before everything is examined anew.
const LIFETIME: Duration = Duration::from_secs(10);

/// Examines the parts of the server.
pub(crate) trait Examine: Send + Sync {
    /// Returns what is found.
    fn examine(&self) -> BoxFuture<'_, Vec<HealthFinding>>;
}

/// How something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum HealthSeverity {
    /// It works.
    Ok,
    /// It works, and something about it is good to know.
    Note,
    /// It works, and something about it should be fixed.
    Warning,
    /// It does not work.
    Error,
}

/// A finding about a part.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct HealthFinding {
    /// The part, such as `database`.
    pub(crate) subject: String,
    pub(crate) severity: HealthSeverity,
    /// What is known about the part, in English.
    text: String,
    /// The sentences of `text`.
    facts: Vec<Told>,
    /// How to fix it, in English.
    fix: Option<String>,
    /// The sentence in `fix`.
    advice: Option<Told>,
}

impl HealthFinding {
    /// Creates the finding of a part: what is known about it, and how to fix it.
    pub(crate) fn new(
        subject: &str,
        severity: HealthSeverity,
        facts: Vec<CodedText>,
        advice: Option<CodedText>,
    ) -> Self {
        let text: Vec<_> = facts.iter().map(CodedText::as_str).collect();
        Self {
            subject: subject.to_owned(),
            severity,
            text: text.join("; "),
            facts: facts.into_iter().map(Told).collect(),
            fix: advice.as_ref().map(ToString::to_string),
            advice: advice.map(Told),
        }
    }
}

/// The findings, remembered for a while.
pub(in crate::admin) struct Health {
    examiner: Box<dyn Examine>,
    known: Mutex<Option<(Instant, Vec<HealthFinding>)>>,
}

impl Health {
    /// Creates it. Nothing is examined yet.
    pub(in crate::admin) fn new(examiner: Box<dyn Examine>) -> Self {
        Self {
            examiner,
            known: Mutex::new(None),
        }
    }

    /// Returns the findings. Requests at the same time share one examination.
    pub(super) async fn findings(&self) -> Vec<HealthFinding> {
        let mut known = self.known.lock().await;
        if let Some((at, findings)) = &*known
            && at.elapsed() < LIFETIME
        {
            return findings.clone();
        }
        let findings = self.examiner.examine().await;
        *known = Some((Instant::now(), findings.clone()));
        findings
    }
}
