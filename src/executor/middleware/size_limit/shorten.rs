//! A value that is too large, made shorter with its shape kept.

use serde_json::Value;

/// How long texts and lists may be, the longest that is small enough is taken.
const STEPS: [(usize, usize); 6] = [
    (4_096, 1_000),
    (1_024, 200),
    (256, 50),
    (128, 10),
    (64, 1),
    (64, 0),
];

/// `value` in at most `most` bytes, such that it `fits`: with texts and lists cut off, and every member still there.
pub(super) fn shortened(
    value: &Value,
    most: usize,
    fits: impl Fn(&Value) -> bool,
) -> Option<Value> {
    STEPS
        .into_iter()
        .map(|(letters, items)| cut(value, letters, items))
        .find(|short| short.to_string().len() <= most && fits(short))
}

fn cut(value: &Value, letters: usize, items: usize) -> Value {
    match value {
        Value::String(text) => match text.char_indices().nth(letters) {
            Some((at, _)) => Value::String(format!("{}…", &text[..at])),
            None => value.clone(),
        },
        Value::Array(list) => {
            let list = list.iter().take(items);
            list.map(|item| cut(item, letters, items)).collect()
        }
        Value::Object(members) => members
            .iter()
            .map(|(name, member)| (name.clone(), cut(member, letters, items)))
            .collect(),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_shape_stays_and_the_longest_that_fits_is_taken() {
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
    fn what_cannot_be_short_is_not_there() {
        let many: serde_json::Map<_, _> = (0..1_000).map(|n| (n.to_string(), json!(n))).collect();
        assert_eq!(shortened(&Value::Object(many), 1_000, |_| true), None);
        let list = json!(["a"]);
        assert_eq!(shortened(&list, 1_000, |_| false), None);
    }
}
