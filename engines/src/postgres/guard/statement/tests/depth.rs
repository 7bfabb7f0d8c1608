//! Deep and long statements, each checked on a stack as small as those of the runtime's threads.

use std::thread;

use super::{Refusal, StatementChecker};

/// The stack size of tokio's threads.
const STACK: usize = 2 << 20;

/// The text that is repeated before, the innermost text, and the text that is repeated after.
const DEEP: [(&str, &str, &str); 24] = [
    ("(", "1", ")"),
    ("(SELECT ", "1", ")"),
    ("f(", "1", ")"),
    ("ARRAY[", "1", "]"),
    ("a[", "1", "]"),
    ("ROW(1, ", "1", ")"),
    ("CASE WHEN true THEN ", "1", " END"),
    ("CASE ", "1", " WHEN 1 THEN 1 END"),
    ("NOT ", "true", ""),
    ("- ", "1", ""),
    ("@ ", "1", ""),
    ("1 BETWEEN 2 AND ", "1", ""),
    ("", "1", " + 1"),
    ("", "1", " ^ 1"),
    ("", "true", " AND true"),
    ("", "a", " LIKE 'b'"),
    ("", "1", "::int"),
    ("", "a", ".a"),
    ("", "a", "[1]"),
    ("", "a", " IS NULL"),
    ("", "a", " COLLATE \"C\""),
    ("", "1", " UNION SELECT 1"),
    ("", "1, 1", " UNION SELECT 1, 1"),
    ("", "1 FROM a", " JOIN a ON true"),
];

fn check(sql: String) -> Result<(), Refusal> {
    let checking = thread::Builder::new().stack_size(STACK).spawn(move || {
        let checker = StatementChecker::default();
        checker.check(&sql).map(|_| ())
    });
    checking.unwrap().join().unwrap()
}

fn nested((before, inside, after): (&str, &str, &str), times: usize) -> String {
    let (before, after) = (before.repeat(times), after.repeat(times));
    format!("SELECT {before}{inside}{after}")
}

#[test]
fn no_nesting_overflows_the_stack() {
    for part in DEEP {
        for times in [10, 23, 100] {
            assert_eq!(check(nested(part, times)), Ok(()), "{part:?} {times}");
        }
        // Near the limits, the result does not matter as long as there is one.
        for times in [126, 400, 1_000, 1_400] {
            let _ = check(nested(part, times));
        }
        let most = 250_000 / (part.0.len() + part.2.len());
        assert_eq!(check(nested(part, most)), Err(Refusal::TooDeep), "{part:?}");
    }
}

#[test]
fn a_hundred_thousand_brackets_are_refused() {
    for sql in [
        "(".repeat(100_000),
        "SELECT [".repeat(20_000),
        format!("SELECT {}", "((".repeat(50_000)),
    ] {
        assert_eq!(check(sql), Err(Refusal::TooDeep));
    }
    let closed = format!("SELECT {}1{}", "(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(check(closed), Err(Refusal::TooDeep));
}

#[test]
fn long_lists_do_not_count_as_deep() {
    let numbers = (0..20_000)
        .map(|n| n.to_string())
        .collect::<Vec<_>>()
        .join(", ");
    for sql in [
        format!("SELECT * FROM t WHERE a IN ({numbers})"),
        format!("SELECT {numbers}"),
        format!("VALUES {}", vec!["(1, 'a')"; 5_000].join(", ")),
        format!("SELECT ARRAY[{numbers}]"),
    ] {
        assert_eq!(check(sql), Ok(()));
    }
}

#[test]
fn almost_a_thousand_conditions_are_accepted() {
    for separator in [" OR ", " AND "] {
        let conditions = vec!["a = 1"; 950].join(separator);
        assert_eq!(check(format!("SELECT * FROM t WHERE {conditions}")), Ok(()));
    }
    let union = vec!["SELECT a, b, c FROM t WHERE d = 1"; 200].join(" UNION ALL ");
    assert_eq!(check(union), Ok(()));
}

#[test]
fn nested_comments_do_not_count_as_deep() {
    let sql = format!("SELECT 1 {}{}", "/*".repeat(60_000), "*/".repeat(60_000));
    assert_eq!(check(sql), Ok(()));
}
