//! Where two observations differ, and which of the differences are intended.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use serde_json::Value;

/// What a row says where one of the servers has nothing.
pub(super) const NOTHING: &str = "";

/// What a row says for a value that may be anything.
const ANYTHING: &str = "…";

/// A difference that is intended, with its reason.
///
/// A row is due in every request of these names where the twin says what the row says of it, and where what the value belongs to
/// is there on both sides. Where it is due it must be so: a difference that is gone is a table that is wrong.
#[derive(Debug)]
pub(super) struct Intended {
    pub(super) reason: &'static str,
    /// The names of requests; `*` is any text, and a name that begins with `!` is an exception.
    pub(super) requests: &'static [&'static str],
    /// Where, what ours says there, what theirs says. The values are JSON.
    pub(super) rows: &'static [Row],
}

/// Where, what ours says there, what theirs says.
pub(super) type Row = (&'static str, &'static str, &'static str);

/// One request as both servers answered it.
#[derive(Debug)]
pub(super) struct Pair {
    pub(super) name: String,
    pub(super) ours: Value,
    pub(super) theirs: Value,
}

/// One place where two observations differ.
#[derive(Debug, Clone, PartialEq)]
struct Difference {
    /// A JSON pointer into the observations.
    path: String,
    ours: Option<Value>,
    theirs: Option<Value>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |value: &Option<Value>| {
            let text = value
                .as_ref()
                .map_or_else(|| "nothing".into(), Value::to_string);
            text.chars().take(400).collect::<String>()
        };
        write!(
            f,
            "{}: ours {}, theirs {}",
            self.path,
            text(&self.ours),
            text(&self.theirs)
        )
    }
}

/// What is wrong with these answers by this table: what is not listed, and what is listed and not so.
pub(super) fn complaints(pairs: &[Pair], table: &[&[Intended]]) -> Vec<String> {
    let table: Vec<_> = table.iter().copied().flatten().collect();
    let mut complaints = unlisted(pairs, &table);
    for intended in table {
        complaints.extend(
            intended
                .rows
                .iter()
                .flat_map(|row| stale(intended, row, pairs)),
        );
        let is_used = |name: &str| pairs.iter().any(|pair| matches(name, &pair.name));
        let unused = intended
            .requests
            .iter()
            .filter(|name| !is_used(name.trim_start_matches('!')));
        complaints.extend(unused.map(|name| format!("no request is named `{name}`")));
    }
    complaints
}

/// The differences that no row allows, with the requests that show them.
fn unlisted(pairs: &[Pair], table: &[&Intended]) -> Vec<String> {
    let mut found = BTreeMap::<String, Vec<&str>>::new();
    for pair in pairs {
        for difference in differences(&pair.ours, &pair.theirs) {
            let is_listed = table
                .iter()
                .any(|intended| intended.allows(&pair.name, &difference));
            if !is_listed {
                found
                    .entry(difference.to_string())
                    .or_default()
                    .push(&pair.name);
            }
        }
    }
    let written = |(difference, names): (String, Vec<&str>)| {
        format!("not listed: {difference}\n    {}", names.join("\n    "))
    };
    found.into_iter().map(written).collect()
}

/// Where a row is due and not so, or that it is due nowhere.
fn stale(intended: &Intended, row: &Row, pairs: &[Pair]) -> Option<String> {
    let of_it = pairs.iter().filter(|pair| intended.names(&pair.name));
    let due: Vec<_> = of_it.filter(|pair| is_due(row, pair)).collect();
    let fails = |pair: &&&Pair| !value_fits(row.1, pair.ours.pointer(row.0));
    let failing: Vec<_> = due
        .iter()
        .filter(fails)
        .map(|pair| pair.name.as_str())
        .collect();
    if !due.is_empty() && failing.is_empty() {
        return None;
    }
    let (path, ours, theirs) = row;
    Some(format!(
        "listed and not so: {path}: ours {ours}, theirs {theirs} ({})\n    {}",
        intended.reason,
        failing.join("\n    ")
    ))
}

fn is_due((path, _, theirs): &Row, pair: &Pair) -> bool {
    let (parent, _) = path.rsplit_once('/').unwrap();
    let is_there = |observation: &Value| observation.pointer(parent).is_some();
    is_there(&pair.ours) && is_there(&pair.theirs) && value_fits(theirs, pair.theirs.pointer(path))
}

impl Intended {
    /// Whether it is about the request of this name.
    fn names(&self, name: &str) -> bool {
        let is_exception = |pattern: &&str| {
            let exception = pattern.strip_prefix('!');
            exception.is_some_and(|pattern| matches(pattern, name))
        };
        self.requests.iter().any(|pattern| matches(pattern, name))
            && !self.requests.iter().any(is_exception)
    }

    fn allows(&self, name: &str, difference: &Difference) -> bool {
        self.names(name)
            && self.rows.iter().any(|(path, ours, theirs)| {
                *path == difference.path
                    && value_fits(ours, difference.ours.as_ref())
                    && value_fits(theirs, difference.theirs.as_ref())
            })
    }
}

/// Whether a name fits a pattern in which `*` is any text.
fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((start, rest)) => name.strip_prefix(start).is_some_and(|mut left| {
            loop {
                if matches(rest, left) {
                    return true;
                }
                let mut letters = left.chars();
                if letters.next().is_none() {
                    return false;
                }
                left = letters.as_str();
            }
        }),
    }
}

/// Whether a value is what a row says.
fn value_fits(said: &str, value: Option<&Value>) -> bool {
    match value {
        None => said == NOTHING,
        Some(_) if said == NOTHING => false,
        Some(value) => {
            let said = serde_json::from_str(said).unwrap_or_else(|_| panic!("no JSON: {said}"));
            fits(&said, value)
        }
    }
}

fn fits(said: &Value, value: &Value) -> bool {
    match (said, value) {
        (Value::String(text), _) if text == ANYTHING => true,
        (Value::Object(said), Value::Object(value)) => {
            said.len() == value.len()
                && said
                    .iter()
                    .all(|(key, said)| value.get(key).is_some_and(|value| fits(said, value)))
        }
        (Value::Array(said), Value::Array(value)) => {
            said.len() == value.len()
                && said
                    .iter()
                    .zip(value)
                    .all(|(said, value)| fits(said, value))
        }
        _ => said == value,
    }
}

/// Every place where the two differ, as deep as both have something to compare.
fn differences(ours: &Value, theirs: &Value) -> Vec<Difference> {
    let mut found = Vec::new();
    compare("", Some(ours), Some(theirs), &mut found);
    found
}

fn compare(path: &str, ours: Option<&Value>, theirs: Option<&Value>, found: &mut Vec<Difference>) {
    match (ours, theirs) {
        (Some(Value::Object(ours)), Some(Value::Object(theirs))) => {
            let keys: BTreeSet<_> = ours.keys().chain(theirs.keys()).collect();
            for key in keys {
                let path = format!("{path}/{}", key.replace('~', "~0").replace('/', "~1"));
                compare(&path, ours.get(key), theirs.get(key), found);
            }
        }
        (Some(Value::Array(ours)), Some(Value::Array(theirs))) if ours.len() == theirs.len() => {
            for (at, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
                compare(&format!("{path}/{at}"), Some(ours), Some(theirs), found);
            }
        }
        _ if ours == theirs => {}
        _ => found.push(Difference {
            path: path.to_owned(),
            ours: ours.cloned(),
            theirs: theirs.cloned(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const TABLE: &[Intended] = &[Intended {
        reason: "because",
        requests: &["a *", "!a third"],
        rows: &[
            ("/status", "400", "415"),
            ("/body/x", NOTHING, r#"{"y":"…"}"#),
        ],
    }];

    fn pair(name: &str, ours: Value, theirs: Value) -> Pair {
        Pair {
            name: name.into(),
            ours,
            theirs,
        }
    }

    fn found(pairs: &[Pair]) -> Vec<String> {
        complaints(pairs, &[TABLE])
    }

    fn first() -> Pair {
        let theirs = json!({"status": 415, "body": {"x": {"y": [1]}}});
        pair("a first", json!({"status": 400, "body": {}}), theirs)
    }

    fn third() -> Pair {
        pair("a third", json!({"status": 415}), json!({"status": 415}))
    }

    #[test]
    fn what_is_listed_is_allowed() {
        assert_eq!(found(&[first(), third()]), Vec::<String>::new());
    }

    #[test]
    fn what_is_not_listed_is_seen() {
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
    fn what_is_listed_and_gone_is_seen() {
        let same = pair("a second", json!({"status": 415}), json!({"status": 415}));
        assert_eq!(
            found(&[first(), same, third()]),
            ["listed and not so: /status: ours 400, theirs 415 (because)\n    a second"]
        );
        let other = pair("a second", json!({"status": 200}), json!({"status": 200}));
        assert_eq!(found(&[other, third()]).len(), 2);
        assert_eq!(found(&[first()]), ["no request is named `!a third`"]);
    }
}
