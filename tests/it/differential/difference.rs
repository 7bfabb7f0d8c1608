//! [`Difference`]: one place where two observations differ.

use std::{collections::BTreeSet, fmt};

use serde_json::Value;

/// The observations of both servers for one request.
#[derive(Debug)]
pub(super) struct Pair {
    pub(super) name: String,
    pub(super) ours: Value,
    pub(super) theirs: Value,
}

/// One place where two observations differ.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Difference {
    /// A JSON pointer into the observations.
    pub(super) path: String,
    pub(super) ours: Option<Value>,
    pub(super) theirs: Option<Value>,
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

/// Returns the deepest places where the two differ.
pub(super) fn differences(ours: &Value, theirs: &Value) -> Vec<Difference> {
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
