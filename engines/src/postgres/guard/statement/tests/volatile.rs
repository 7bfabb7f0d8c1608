//! The decision on every volatile function: denied, or known to be harmless.

use std::collections::BTreeMap;

use super::{StatementChecker, reason};

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
