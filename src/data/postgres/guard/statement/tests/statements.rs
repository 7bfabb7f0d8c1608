//! Every statement of the files, as it is written.

use super::{Gate, corpus, reason};

#[test]
fn reads_pass_as_they_are_written() {
    let gate = Gate::default();
    let cases = corpus::accepted();
    for case in &cases {
        let passed = gate.check(case.sql);
        let sql = passed.as_ref().map(|statement| statement.sql());
        assert_eq!(sql, Ok(case.sql), "{}", case.title);
    }
    assert!(corpus::analytics().len() >= 60 && cases.len() >= 150);
}

#[test]
fn what_has_passed_passes_again_and_nothing_else_does_for_it() {
    let gate = Gate::default();
    for _ in 0..3 {
        assert!(gate.check("SELECT 1").is_ok());
        assert!(gate.check("SELECT 1;DROP TABLE t").is_err());
        assert!(gate.check("SELECT pg_sleep(1)").is_err());
    }
    let lenient = Gate::new(&["pg_sleep".to_owned()]);
    assert!(lenient.check("SELECT pg_sleep(1)").is_ok());
    assert!(gate.check("SELECT pg_sleep(1)").is_err());
}

#[test]
fn everything_else_is_refused_for_its_reason() {
    let gate = Gate::default();
    let cases = corpus::refused();
    let mut wrong = Vec::new();
    for case in &cases {
        let found = gate
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
    let allow = |name: &str| Gate::new(&[name.to_owned()]);
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
        assert!(Gate::default().check(sql).is_err(), "{sql}");
        assert_eq!(allow(name).check(sql).unwrap().sql(), sql);
        assert!(allow(name).check("SELECT pg_sleep_for('1 s')").is_err());
    }
}

#[test]
fn allowing_a_function_allows_no_statement() {
    let gate = Gate::new(&["delete".into(), "copy".into(), "treat".into()]);
    for sql in [
        "DELETE FROM orders",
        "COPY orders TO STDOUT",
        "SELECT TREAT(1 AS f)",
    ] {
        assert!(gate.check(sql).is_err(), "{sql}");
    }
}
