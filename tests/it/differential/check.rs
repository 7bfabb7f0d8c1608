//! Checks the differences against the table of intended ones.

use std::collections::BTreeMap;

use toolwright::govern::NamePattern;

use super::{
    difference::{Pair, differences},
    intended::{Intended, Row},
};

/// Lists what is wrong with these answers by this table: differences that are not listed, and rows
/// that are listed and do not hold.
pub(super) fn complaints(pairs: &[Pair], table: &[Intended]) -> Vec<String> {
    let mut complaints = unlisted(pairs, table);
    for intended in table {
        let rows = intended.rows.iter();
        complaints.extend(rows.filter_map(|row| stale(intended, row, pairs)));
        let is_used = |pattern: &NamePattern| pairs.iter().any(|pair| pattern.matches(&pair.name));
        let unused = intended.patterns().filter(|pattern| !is_used(pattern));
        complaints.extend(unused.map(|pattern| format!("no request is named `{pattern}`")));
    }
    complaints
}

/// Lists the differences that no row allows, with the requests that show them.
fn unlisted(pairs: &[Pair], table: &[Intended]) -> Vec<String> {
    let mut found = BTreeMap::<String, Vec<&str>>::new();
    for pair in pairs {
        for difference in differences(&pair.ours, &pair.theirs) {
            let mut listed = table.iter().filter(|intended| intended.names(&pair.name));
            if !listed.any(|intended| intended.rows.iter().any(|row| row.allows(&difference))) {
                let names = found.entry(difference.to_string()).or_default();
                names.push(&pair.name);
            }
        }
    }
    let written = |(difference, names): (String, Vec<&str>)| {
        format!("not listed: {difference}\n    {}", names.join("\n    "))
    };
    found.into_iter().map(written).collect()
}

/// Reports where a row is due and does not hold, or that it is due nowhere.
fn stale(intended: &Intended, row: &Row, pairs: &[Pair]) -> Option<String> {
    let named = pairs.iter().filter(|pair| intended.names(&pair.name));
    let due: Vec<_> = named.filter(|pair| row.is_due(pair)).collect();
    let failing = due.iter().filter(|pair| !row.holds(pair));
    let failing: Vec<_> = failing.map(|pair| pair.name.as_str()).collect();
    if !due.is_empty() && failing.is_empty() {
        return None;
    }
    Some(format!(
        "listed and not so: {row} ({})\n    {}",
        intended.reason,
        failing.join("\n    ")
    ))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn table() -> Vec<Intended> {
        vec![
            Intended::new("because")
                .requests(&["a *"])
                .except(&["a third"])
                .row("/status", 400, 415)
                .row("/body/x", Value::Null, json!({"y": "…"})),
        ]
    }

    fn pair(name: &str, ours: Value, theirs: Value) -> Pair {
        Pair {
            name: name.into(),
            ours,
            theirs,
        }
    }

    fn found(pairs: &[Pair]) -> Vec<String> {
        complaints(pairs, &table())
    }

    fn first() -> Pair {
        let theirs = json!({"status": 415, "body": {"x": {"y": [1]}}});
        pair("a first", json!({"status": 400, "body": {}}), theirs)
    }

    fn third() -> Pair {
        pair("a third", json!({"status": 415}), json!({"status": 415}))
    }

    #[test]
    fn a_listed_difference_is_allowed() {
        assert_eq!(found(&[first(), third()]), Vec::<String>::new());
    }

    #[test]
    fn a_difference_that_is_not_listed_fails() {
        for (name, ours, theirs) in [
            ("b", json!({"status": 400}), json!({"status": 415})),
            ("a third", json!({"status": 400}), json!({"status": 415})),
            ("a second", json!({"status": 401}), json!({"status": 418})),
            ("a second", json!({"a/b": [1]}), json!({"a/b": [1, 2]})),
            (
                "a second",
                json!({"body": {"x": 1}}),
                json!({"body": {"x": {"y": 2}}}),
            ),
        ] {
            let found = found(&[first(), third(), pair(name, ours, theirs)]);
            assert!(
                found.iter().any(|line| line.starts_with("not listed")),
                "{found:?}"
            );
        }
    }

    #[test]
    fn a_listed_difference_that_is_gone_fails() {
        let same = pair("a second", json!({"status": 415}), json!({"status": 415}));
        assert_eq!(
            found(&[first(), same, third()]),
            ["listed and not so: /status: ours 400, theirs 415 (because)\n    a second"]
        );
        let other = pair("a second", json!({"status": 200}), json!({"status": 200}));
        assert_eq!(found(&[other, third()]).len(), 2);
        assert_eq!(found(&[first()]), ["no request is named `a third`"]);
    }
}
