//! [`Report`]: what was looked at, how it is, and the sentence that mends it.

use std::fmt::Write as _;

use serde::Serialize;

use crate::cli::output::Paint;

/// How something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Health {
    /// It works.
    Ok,
    /// It works, and something about it should be mended.
    Warning,
    /// It does not work.
    Broken,
}

/// What was looked at.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct Check {
    /// What it is: `database`.
    pub(super) name: &'static str,
    /// How it is.
    pub(super) health: Health,
    /// How it is configured, and what was measured.
    pub(super) facts: Vec<String>,
    /// What should be mended, and how.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) advice: Vec<String>,
}

impl Check {
    /// Something that works.
    pub(super) fn ok(name: &'static str, fact: impl Into<String>) -> Self {
        Self {
            name,
            health: Health::Ok,
            facts: vec![fact.into()],
            advice: Vec::new(),
        }
    }

    /// The same with a fact more.
    pub(super) fn fact(mut self, fact: impl Into<String>) -> Self {
        self.facts.push(fact.into());
        self
    }

    /// The same with something that is good to know.
    pub(super) fn remark(self, advice: impl Into<String>) -> Self {
        self.worse(Health::Ok, advice)
    }

    /// The same with something to mend that does not stop it.
    pub(super) fn warn(self, advice: impl Into<String>) -> Self {
        self.worse(Health::Warning, advice)
    }

    /// The same, but it does not work.
    pub(super) fn broken(self, advice: impl Into<String>) -> Self {
        self.worse(Health::Broken, advice)
    }

    fn worse(mut self, health: Health, advice: impl Into<String>) -> Self {
        self.health = self.health.max(health);
        self.advice.push(advice.into());
        self
    }
}

/// Everything that was looked at.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    /// Each thing, in the order in which it was looked at.
    pub(super) checks: Vec<Check>,
}

impl Report {
    /// How many things are `health`.
    pub(super) fn count(&self, health: Health) -> usize {
        let same = self.checks.iter().filter(|check| check.health == health);
        same.count()
    }

    /// The report for a person.
    pub(super) fn text(&self, paint: Paint) -> String {
        let mut text = String::new();
        for check in &self.checks {
            let health = match check.health {
                Health::Ok => "ok",
                Health::Warning => "warning",
                Health::Broken => "BROKEN",
            };
            let name = paint.strong(&format!("{:<12}", check.name));
            let facts = check.facts.join("; ");
            let _ = writeln!(text, "{health:<8}{name}{facts}");
            for advice in &check.advice {
                let _ = writeln!(text, "{:20}-> {advice}", "");
            }
        }
        text.pop();
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_is_as_bad_as_the_worst_of_it() {
        let check = Check::ok("database", "PostgreSQL 15").fact("1 ms");
        assert_eq!(check.health, Health::Ok);
        let check = check.broken("start it").warn("a superuser");
        assert_eq!(check.health, Health::Broken);
        let report = Report {
            checks: vec![Check::ok("log", "/data"), check],
        };
        assert_eq!(report.count(Health::Broken), 1);
        assert_eq!(
            report.text(Paint(false)),
            "ok      log         /data\n\
             BROKEN  database    PostgreSQL 15; 1 ms\n\
             \x20                   -> start it\n\
             \x20                   -> a superuser"
        );
    }
}
