//! [`Report`]: the parts that were checked, their health, and how to fix them.

use std::fmt::Write as _;

use serde::{Serialize, Serializer};
use toolwright::cli::output::Paint;
use toolwright_base::CodedText;

/// The health of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum CheckHealth {
    /// It works.
    Ok,
    /// It works, and something about it should be fixed.
    Warning,
    /// It does not work.
    Broken,
}

impl CheckHealth {
    /// Returns the word for people, as wide as its column.
    fn painted(self, paint: Paint) -> String {
        match self {
            Self::Ok => paint.good("ok      "),
            Self::Warning => paint.doubtful("warning "),
            Self::Broken => paint.bad("BROKEN  "),
        }
    }
}

/// The result of checking one part.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct Check {
    /// The part, for instance `database`.
    pub(super) name: String,
    pub(super) health: CheckHealth,
    /// How it is configured, and what was measured.
    #[serde(serialize_with = "in_english")]
    pub(super) facts: Vec<CodedText>,
    /// Advice on how to mend it.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "in_english")]
    pub(super) advice: Vec<CodedText>,
}

impl Check {
    /// Creates the check of a part that works.
    pub(super) fn ok(name: impl Into<String>, fact: impl Into<CodedText>) -> Self {
        Self {
            name: name.into(),
            health: CheckHealth::Ok,
            facts: vec![fact.into()],
            advice: Vec::new(),
        }
    }

    /// Adds a fact.
    pub(super) fn fact(mut self, fact: impl Into<CodedText>) -> Self {
        self.facts.push(fact.into());
        self
    }

    /// Adds something that is good to know.
    pub(super) fn remark(self, advice: impl Into<CodedText>) -> Self {
        self.worse(CheckHealth::Ok, advice)
    }

    /// Adds something to fix that does not stop the part.
    pub(super) fn warn(self, advice: impl Into<CodedText>) -> Self {
        self.worse(CheckHealth::Warning, advice)
    }

    /// Marks the part as broken.
    pub(super) fn broken(self, advice: impl Into<CodedText>) -> Self {
        self.worse(CheckHealth::Broken, advice)
    }

    fn worse(mut self, health: CheckHealth, advice: impl Into<CodedText>) -> Self {
        self.health = self.health.max(health);
        self.advice.push(advice.into());
        self
    }
}

/// Returns several texts as one, in English.
pub(super) fn joined(texts: &[CodedText]) -> String {
    let texts: Vec<_> = texts.iter().map(CodedText::as_str).collect();
    texts.join("; ")
}

fn in_english<S: Serializer>(texts: &[CodedText], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(texts.iter().map(CodedText::as_str))
}

/// The results of all checks.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    pub(super) checks: Vec<Check>,
}

impl Report {
    /// Counts the parts with this health.
    pub(super) fn count(&self, health: CheckHealth) -> usize {
        let same = self.checks.iter().filter(|check| check.health == health);
        same.count()
    }

    /// Formats the report for people.
    pub(super) fn text(&self, paint: Paint) -> String {
        let mut text = String::new();
        for check in &self.checks {
            let health = check.health.painted(paint);
            let name = paint.strong(&format!("{:<12}", check.name));
            let facts = joined(&check.facts);
            let _ = writeln!(text, "{health}{name}{facts}");
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
    fn a_check_has_the_health_of_its_worst_advice() {
        let check = Check::ok("database", "PostgreSQL 15").fact("1 ms");
        assert_eq!(check.health, CheckHealth::Ok);
        let check = check.broken("start it").warn("a superuser");
        assert_eq!(check.health, CheckHealth::Broken);
        let report = Report {
            checks: vec![Check::ok("log", "/data"), check],
        };
        assert_eq!(report.count(CheckHealth::Broken), 1);
        assert_eq!(
            report.text(Paint(false)),
            "ok      log         /data\n\
             BROKEN  database    PostgreSQL 15; 1 ms\n\
             \x20                   -> start it\n\
             \x20                   -> a superuser"
        );
    }
    #[test]
    fn the_health_is_coloured_on_a_terminal() {
        let checks = vec![Check::ok("log", "a"), Check::ok("x", "b").broken("c")];
        let text = Report { checks }.text(Paint(true));
        let lines: Vec<_> = text.lines().collect();
        assert!(
            lines[0].starts_with("\u{1b}[32mok      \u{1b}[0m"),
            "{text:?}"
        );
        assert!(
            lines[1].starts_with("\u{1b}[1m\u{1b}[31mBROKEN  \u{1b}[0m"),
            "{text:?}"
        );
    }
}
