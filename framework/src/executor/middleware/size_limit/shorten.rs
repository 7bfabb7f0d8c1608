//! Shortens a value that is too large, and keeps its shape.

use serde_json::Value;

/// The maximum lengths of strings and arrays. The first step that makes a value small enough is
/// used.
const STEPS: [(usize, usize); 6] = [
    (4_096, 1_000),
    (1_024, 200),
    (256, 50),
    (128, 10),
    (64, 1),
    (64, 0),
];

/// Cuts strings and arrays off until `value` has at most `max` bytes and `fits`. Members are kept.
///
/// Returns `None` if no step is enough.
pub(super) fn shortened(value: &Value, max: usize, fits: impl Fn(&Value) -> bool) -> Option<Value> {
    STEPS
        .into_iter()
        .map(|(characters, items)| cut(value, characters, items))
        .find(|short| short.to_string().len() <= max && fits(short))
}

fn cut(value: &Value, characters: usize, items: usize) -> Value {
    match value {
        Value::String(text) => match text.char_indices().nth(characters) {
            Some((at, _)) => Value::String(format!("{}…", &text[..at])),
            None => value.clone(),
        },
        Value::Array(list) => {
            let list = list.iter().take(items);
            list.map(|item| cut(item, characters, items)).collect()
        }
        Value::Object(members) => members
            .iter()
            .map(|(name, member)| (name.clone(), cut(member, characters, items)))
            .collect(),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_shape_is_kept_and_the_longest_fit_is_used() {
        let rows: Vec<_> = (0..5_000).map(|number| json!({"id": number})).collect();
        let value = json!({"rows": rows, "note": "x".repeat(10_000), "count": 5_000});
        let short = shortened(&value, 10_000, |_| true).unwrap();
        assert_eq!(short["rows"].as_array().map(Vec::len), Some(200));
        assert_eq!(short["count"], 5_000);
        assert!(short["note"].as_str().unwrap().ends_with('…'));
        let least = shortened(&value, 200, |_| true).unwrap();
        assert_eq!(least["rows"], json!([{"id": 0}]));
    }

    #[test]
    fn a_value_that_cannot_be_shortened_is_none() {
        let many: serde_json::Map<_, _> = (0..1_000).map(|n| (n.to_string(), json!(n))).collect();
        assert_eq!(shortened(&Value::Object(many), 1_000, |_| true), None);
        let list = json!(["a"]);
        assert_eq!(shortened(&list, 1_000, |_| false), None);
    }
}
