//! Every statement of the files, unchanged.

use super::{StatementChecker, corpus, reason};

#[test]
fn every_accepted_statement_passes_unchanged() {
    let checker = StatementChecker::default();
    let cases = corpus::accepted();
    for case in &cases {
        let passed = checker.check(case.sql);
        let sql = passed.as_ref().map(|statement| statement.sql());
        assert_eq!(sql, Ok(case.sql), "{}", case.title);
    }
    assert!(corpus::analytics().len() >= 60 && cases.len() >= 150);
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
    let cases = corpus::refused();
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
