//! The messages of refusals.

use super::{Family, Refusal, StatementChecker, refused};

fn message(sql: &str) -> String {
    refused(sql).to_string()
}

#[test]
fn syntax_errors_are_worded_like_postgresqls() {
    for (sql, expected) in [
        ("SELEC 1", "syntax error at or near \"SELEC\""),
        ("SELECT * FORM users", "syntax error at or near \"FORM\""),
        ("SELECT a,, b FROM t", "syntax error at or near \",\""),
        ("SELECT FROM WHERE", "syntax error at or near \"WHERE\""),
        ("SELECT a b c FROM t", "syntax error at or near \"c\""),
        ("SELECT (1 FROM t", "syntax error at or near \"FROM\""),
        ("SELECT 1)", "syntax error at or near \")\""),
        ("SELECT * FROM t GROUP a", "syntax error at or near \"a\""),
        ("SELECT * FROM t LIMT 5", "syntax error at or near \"5\""),
        (
            "SELECT a FROM t ORDER BY a LIMT 5",
            "syntax error at or near \"LIMT\"",
        ),
        ("SELECT * FROM t WHERE", "syntax error at end of input"),
        ("SELECT * FROM a JOIN b", "syntax error at end of input"),
        ("SELECT TOP 5 * FROM t", "syntax error at or near \"5\""),
        (
            "SELECT 'abc",
            "unterminated quoted string at or near \"'abc\"",
        ),
        (
            "SELECT \"abc",
            "unterminated quoted identifier at or near \"\"abc\"",
        ),
        (
            "SELECT 1 /* x",
            "unterminated /* comment at or near \"/* x\"",
        ),
        (
            "SELECT $a$x",
            "unterminated dollar-quoted string at or near \"$a$x\"",
        ),
    ] {
        assert_eq!(message(sql), expected, "{sql}");
    }
}

#[test]
fn syntax_errors_in_several_lines_have_a_position() {
    assert_eq!(
        message("SELECT a\nFROM 사용자\n  GRUP BY b"),
        "syntax error at or near \"BY\" (line 3, column 8)"
    );
    assert_eq!(
        message("SELECT 1\nWHERE\n"),
        "syntax error at end of input (line 3, column 1)"
    );
}

#[test]
fn a_refusal_says_what_is_allowed_instead() {
    assert_eq!(
        message("WITH a AS (DELETE FROM t RETURNING 1) SELECT * FROM a"),
        "`DELETE FROM` is not allowed, since it does not only read; `SELECT`, `WITH … SELECT`, `VALUES`, `TABLE`, `SHOW` and `EXPLAIN` \
         without `ANALYZE` are allowed"
    );
    assert_eq!(
        message("SELECT * FROM t FOR NO KEY UPDATE"),
        "`FOR NO KEY UPDATE` is not allowed, since it locks rows; remove it"
    );
    assert_eq!(
        message("SELECT * FROM t FOR SHARE OF t"),
        "`FOR SHARE` is not allowed, since it locks rows; remove it"
    );
    assert_eq!(
        message("SELECT set_config('a.b', 'c', true)"),
        "`set_config` is not allowed: it changes the session; read settings with `SHOW` or `current_setting`. An \
         administrator may allow single functions"
    );
    assert_eq!(
        message("TABLE pg_authid"),
        "`pg_authid` is not allowed: it may contain passwords or data that privileges hide; see `pg_roles` for roles and \
         `pg_stats` for statistics"
    );
}

#[test]
fn a_function_of_a_denied_schema_is_named_with_its_schema() {
    let expected = Refusal::Function {
        name: "cron.schedule".into(),
        family: Family::Jobs,
    };
    assert_eq!(
        refused("SELECT Cron . \"schedule\" ('* * * * *', 'x')"),
        expected
    );
}

#[test]
fn refused_statements_are_named_by_their_first_words() {
    for (sql, statement) in [
        ("truncate a", "TRUNCATE"),
        ("create temp table a (b int)", "CREATE TEMP"),
        ("COMMIT", "COMMIT"),
        ("/* x */ insert /* y */ into a values (1)", "INSERT INTO"),
        ("COPY (SELECT 1) TO PROGRAM 'x'", "COPY"),
    ] {
        let expected = Refusal::NotARead {
            statement: statement.into(),
        };
        assert_eq!(refused(sql), expected);
    }
}

#[test]
fn an_empty_text_is_refused() {
    for sql in ["", " ", ";", ";;", "-- x", "/* x */ ; -- y"] {
        assert_eq!(refused(sql), Refusal::Empty, "{sql:?}");
    }
}

#[test]
fn zero_characters_and_very_long_statements_are_refused() {
    assert_eq!(refused("SELECT 'a\0b'"), Refusal::Zero);
    let long = format!("SELECT '{}'", "a".repeat(300_000));
    let expected = Refusal::TooLong {
        bytes: 300_009,
        max: 262_144,
    };
    assert_eq!(refused(&long), expected);
}

#[test]
fn byte_order_marks_and_no_break_spaces_are_not_white_space() {
    assert!(
        StatementChecker::default()
            .check("\u{feff}SELECT 1")
            .is_err()
    );
    assert!(StatementChecker::default().check("SELECT\u{a0}1").is_err());
}
