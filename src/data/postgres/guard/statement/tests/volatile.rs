//! Every volatile function is decided: denied, or known to be harmless.

use std::collections::BTreeMap;

use super::{Gate, reason};

/// The name of a function and what was decided of it.
fn decisions() -> BTreeMap<&'static str, &'static str> {
    let lines = include_str!("volatile.txt").lines();
    lines
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_once(' ').unwrap())
        .collect()
}

#[test]
fn the_gate_holds_to_every_decision() {
    let gate = Gate::default();
    for (name, decision) in decisions() {
        for sql in [
            format!("SELECT {name}(1)"),
            format!("SELECT pg_catalog.\"{name}\" (a, b) FROM t"),
            format!("SELECT * FROM {}()", name.to_uppercase()),
        ] {
            let found = gate
                .check(&sql)
                .as_ref()
                .map_or_else(reason, |_| "harmless".into());
            assert_eq!(found, decision, "{sql}");
        }
    }
}

/// Those that take one argument need no brackets.
#[test]
fn what_the_server_itself_brings_is_denied_without_brackets_too() {
    let gate = Gate::default();
    for (name, decision) in decisions() {
        // The prefix of these would be many a column's; they are for upgrades alone and refuse to run otherwise.
        let is_prefix_only = name.starts_with("binary_upgrade_");
        let is_of_server = name.starts_with("pg_") || name.starts_with("lo");
        if decision == "harmless" || is_prefix_only || !is_of_server {
            continue;
        }
        let sql = format!("SELECT (a).{name} FROM t");
        let found = gate
            .check(&sql)
            .as_ref()
            .map_or_else(reason, |_| "passed".into());
        assert_eq!(found, decision, "{sql}");
    }
}
