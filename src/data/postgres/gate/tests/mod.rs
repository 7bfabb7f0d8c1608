//! What the gate lets pass and what it does not.

use super::{Gate, Refusal, family::Family};

fn refused(sql: &str) -> Refusal {
    Gate::default().check(sql).expect_err(sql)
}

#[test]
fn a_typo_is_told_in_the_words_of_postgresql() {
    for (sql, message) in [
        ("SELEC 1", "syntax error at or near \"SELEC\""),
        ("SELECT * FORM users", "syntax error at or near \"FORM\""),
        ("SELECT * FROM users WHERE", "syntax error at end of input"),
    ] {
        assert_eq!(refused(sql).to_string(), message);
    }
}

#[test]
fn a_function_is_refused_however_it_is_called() {
    for sql in [
        "SELECT pg_read_file('/etc/passwd')",
        "SELECT ('/etc/passwd'::text).pg_read_file",
        "SELECT x.pg_read_file FROM unnest(ARRAY['/etc/passwd']) AS x",
        "SELECT * FROM pg_catalog.\"pg_read_file\"('/etc/passwd')",
    ] {
        let expected = Refusal::Function {
            name: "pg_read_file".into(),
            family: Family::Files,
        };
        assert_eq!(refused(sql), expected, "{sql}");
    }
}

#[test]
fn an_administrator_may_allow_single_functions() {
    let gate = Gate::new(&["public.PG_Sleep".into()]);
    let sql = "SELECT pg_sleep(1)";
    assert_eq!(gate.check(sql).unwrap().sql(), sql);
    assert!(gate.check("SELECT pg_sleep_for('1 s')").is_err());
}
