//! [`Health`]: what was found about the parts of the server.

use std::time::{Duration, Instant};

use schemars::JsonSchema;
use serde::Serialize;
use tokio::sync::Mutex;
use toolwright::BoxFuture;

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
    pub(crate) text: String,
    /// How to fix it.
    pub(crate) fix: Option<String>,
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
