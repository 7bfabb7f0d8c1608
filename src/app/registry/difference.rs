//! [`difference`]: what is different between two definitions, for people.

use serde_json::{Map, Value};
use toolwright_base::Redactor;
use toolwright_registry::is_secret;

/// Returns a line for each field that is different: `- path: old`, `+ path: new`.
pub(super) fn difference(old: &Map<String, Value>, new: &Map<String, Value>) -> Vec<String> {
    let mut lines = Vec::new();
    compare("", old, new, &mut lines);
    lines
}

fn compare(
    path: &str,
    old: &Map<String, Value>,
    new: &Map<String, Value>,
    lines: &mut Vec<String>,
) {
    let added = new.keys().filter(|name| !old.contains_key(*name));
    for name in old.keys().chain(added) {
        let path = match path {
            "" => name.clone(),
            path => format!("{path}.{name}"),
        };
        match (old.get(name), new.get(name)) {
            (Some(old), Some(new)) if old == new => {}
            (Some(Value::Object(old)), Some(Value::Object(new))) => compare(&path, old, new, lines),
            (old, new) => {
                let shown = |value: &Value| masked(&path, value).to_string();
                lines.extend(old.map(|value| format!("- {path}: {}", shown(value))));
                lines.extend(new.map(|value| format!("+ {path}: {}", shown(value))));
            }
        }
    }
}

/// Returns a value without its credentials.
fn masked(path: &str, value: &Value) -> Value {
    match value {
        _ if is_secret(path) => Redactor::MASK.into(),
        Value::Object(members) => {
            let members = members.iter().map(|(name, value)| {
                let value = masked(&format!("{path}.{name}"), value);
                (name.clone(), value)
            });
            Value::Object(members.collect())
        }
        value => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_fields_that_are_different_are_shown() {
        let (Value::Object(old), Value::Object(new)) = (
            json!({"name": "a", "config": {"x": 1, "y": 2}, "title": "t"}),
            json!({"name": "a", "config": {"x": 1, "y": 3}, "tags": []}),
        ) else {
            unreachable!()
        };
        let expected = [
            "- config.y: 2",
            "+ config.y: 3",
            "- title: \"t\"",
            "+ tags: []",
        ];
        assert_eq!(difference(&old, &new), expected);
    }

    #[test]
    fn credentials_are_not_shown() {
        let (Value::Object(old), Value::Object(new)) = (
            json!({"name": "a"}),
            json!({"name": "a", "auth": {"type": "bearer", "token": "s3cr3t"}}),
        ) else {
            unreachable!()
        };
        let added = r#"+ auth: {"type":"bearer","token":"********"}"#;
        assert_eq!(difference(&old, &new), [added]);
        let removed = r#"- auth: {"type":"bearer","token":"********"}"#;
        assert_eq!(difference(&new, &old), [removed]);
    }
}
