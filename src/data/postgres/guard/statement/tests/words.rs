//! What a refusal says.

use super::{Family, Gate, Refusal, refused};

fn message(sql: &str) -> String {
    refused(sql).to_string()
}

#[test]
fn a_typo_is_told_in_the_words_of_postgresql() {
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
fn in_several_lines_a_typo_is_told_with_its_place() {
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
fn a_refusal_tells_what_is_allowed() {
    assert_eq!(
        message("WITH a AS (DELETE FROM t RETURNING 1) SELECT * FROM a"),
        "`DELETE FROM` is not allowed, since only reads are; `SELECT`, `WITH … SELECT`, `VALUES`, `TABLE`, `SHOW` and `EXPLAIN` \
         without `ANALYZE` are allowed"
    );
    assert_eq!(
        message("SELECT * FROM t FOR NO KEY UPDATE"),
        "`FOR NO KEY UPDATE` is not allowed, since it locks rows; leave it out"
    );
    assert_eq!(
        message("SELECT * FROM t FOR SHARE OF t"),
        "`FOR SHARE` is not allowed, since it locks rows; leave it out"
    );
    assert_eq!(
        message("SELECT set_config('a.b', 'c', true)"),
        "`set_config` is not allowed: it changes the session; settings are read with `SHOW` or `current_setting`. An \
         administrator may allow single functions"
    );
    assert_eq!(
        message("TABLE pg_authid"),
        "`pg_authid` is not allowed: it may hold passwords or what privileges hide; roles are seen in `pg_roles`, statistics in \
         `pg_stats`"
    );
}

#[test]
fn a_function_of_a_denied_schema_is_told_with_its_schema() {
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
fn statements_are_told_by_their_first_words() {
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
fn nothing_is_no_statement() {
    for sql in ["", " ", ";", ";;", "-- x", "/* x */ ; -- y"] {
        assert_eq!(refused(sql), Refusal::Empty, "{sql:?}");
    }
}

#[test]
fn what_no_server_could_be_sent_is_refused() {
    assert_eq!(refused("SELECT 'a\0b'"), Refusal::Zero);
    let long = format!("SELECT '{}'", "a".repeat(300_000));
    let expected = Refusal::TooLong {
        bytes: 300_009,
        most: 262_144,
    };
    assert_eq!(refused(&long), expected);
}

#[test]
fn a_mark_of_byte_order_is_not_space() {
    assert!(Gate::default().check("\u{feff}SELECT 1").is_err());
    assert!(Gate::default().check("SELECT\u{a0}1").is_err());
}
