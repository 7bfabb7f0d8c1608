//! The decision on every statement of the files, and on every volatile function: denied, or known
//! to be harmless.

use std::collections::BTreeMap;

use super::{StatementChecker, reason};

#[test]
fn every_accepted_statement_passes_unchanged() {
    let checker = StatementChecker::default();
    let cases = accepted();
    for case in &cases {
        let passed = checker.check(case.sql);
        let sql = passed.as_ref().map(|statement| statement.sql());
        assert_eq!(sql, Ok(case.sql), "{}", case.title);
    }
    assert!(analytics().len() >= 60 && cases.len() >= 150);
}

#[test]
fn the_cache_lets_only_exactly_the_same_text_pass_again() {
    let checker = StatementChecker::default();
    for _ in 0..3 {
        assert!(checker.check("SELECT 1").is_ok());
        assert!(checker.check("SELECT 1;DROP TABLE t").is_err());
        assert!(checker.check("SELECT pg_sleep(1)").is_err());
    }
    let lenient = StatementChecker::new(&["pg_sleep".to_owned()]);
    assert!(lenient.check("SELECT pg_sleep(1)").is_ok());
    assert!(checker.check("SELECT pg_sleep(1)").is_err());
}

#[test]
fn every_refused_statement_is_refused_for_its_reason() {
    let checker = StatementChecker::default();
    let cases = refused();
    let mut wrong = Vec::new();
    for case in &cases {
        let found = checker
            .check(case.sql)
            .as_ref()
            .map_or_else(reason, |_| "passed".into());
        if found != case.reason {
            wrong.push((case.title, found));
        }
    }
    assert_eq!(wrong, []);
    assert!(cases.len() >= 250);
}

#[test]
fn an_administrator_may_allow_single_functions() {
    let allow = |name: &str| StatementChecker::new(&[name.to_owned()]);
    for (name, sql) in [
        ("public.PG_Sleep", "SELECT pg_sleep(1)"),
        (
            "crosstab",
            "SELECT * FROM crosstab('select 1') AS t (a int)",
        ),
        ("net.http_get", "SELECT net.http_get('http://localhost')"),
        ("pgr_dijkstra", "SELECT pgr_dijkstra('select 1', 1, 2)"),
        ("ts_rewrite", "SELECT ts_rewrite('a', 'select 1')"),
        ("pg_config", "TABLE pg_config"),
    ] {
        assert!(StatementChecker::default().check(sql).is_err(), "{sql}");
        assert_eq!(allow(name).check(sql).unwrap().sql(), sql);
        assert!(allow(name).check("SELECT pg_sleep_for('1 s')").is_err());
    }
}

#[test]
fn allowing_a_function_allows_no_statement_of_that_name() {
    let checker = StatementChecker::new(&["delete".into(), "copy".into(), "treat".into()]);
    for sql in [
        "DELETE FROM orders",
        "COPY orders TO STDOUT",
        "SELECT TREAT(1 AS f)",
    ] {
        assert!(checker.check(sql).is_err(), "{sql}");
    }
}

/// A statement in a file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Case<'a> {
    /// The part of the title before the colon.
    pub(super) reason: &'a str,
    pub(super) title: &'a str,
    pub(super) sql: &'a str,
}

/// Parses the paragraphs of a file.
pub(super) fn cases(file: &str) -> Vec<Case<'_>> {
    let paragraphs = file.split("\n\n").map(str::trim);
    let case = |paragraph| {
        let (title, sql) = str::split_once(paragraph, '\n').unwrap();
        let title = title.strip_prefix("-- ").unwrap();
        Case {
            reason: title.split(':').next().unwrap(),
            title,
            sql,
        }
    };
    paragraphs.map(case).collect()
}

pub(super) fn analytics() -> Vec<Case<'static>> {
    cases(include_str!("analytics.sql"))
}

pub(super) fn accepted() -> Vec<Case<'static>> {
    let mut all = analytics();
    all.extend(cases(include_str!("accepted.sql")));
    all
}

pub(super) fn refused() -> Vec<Case<'static>> {
    cases(include_str!("refused.sql"))
}

/// Returns the decision on each function.
fn decisions() -> BTreeMap<&'static str, &'static str> {
    let lines = include_str!("volatile.txt").lines();
    lines
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_once(' ').unwrap())
        .collect()
}

#[test]
fn every_volatile_function_is_treated_as_decided() {
    let checker = StatementChecker::default();
    for (name, decision) in decisions() {
        for sql in [
            format!("SELECT {name}(1)"),
            format!("SELECT pg_catalog.\"{name}\" (a, b) FROM t"),
            format!("SELECT * FROM {}()", name.to_uppercase()),
        ] {
            let found = checker
                .check(&sql)
                .as_ref()
                .map_or_else(reason, |_| "harmless".into());
            assert_eq!(found, decision, "{sql}");
        }
    }
}

/// A function with one argument can also be called as an attribute.
#[test]
fn denied_functions_are_also_denied_as_attributes() {
    let checker = StatementChecker::default();
    for (name, decision) in decisions() {
        // Columns may have this prefix. The functions only run during an upgrade.
        let is_prefix_only = name.starts_with("binary_upgrade_");
        let is_of_server = name.starts_with("pg_") || name.starts_with("lo");
        if decision == "harmless" || is_prefix_only || !is_of_server {
            continue;
        }
        let sql = format!("SELECT (a).{name} FROM t");
        let found = checker
            .check(&sql)
            .as_ref()
            .map_or_else(reason, |_| "passed".into());
        assert_eq!(found, decision, "{sql}");
    }
}
