//! [`Excerpt`]: the part of a value that is searched for errors.

use std::borrow::Cow;

use jsonschema::{ValidationError, Validator};
use serde_json::{Map, Value};

/// The most values that are looked at one by one.
///
/// A validator makes all errors of a list before it returns the first one, and each takes half a
/// kilobyte. So a larger value is replaced by an excerpt.
const MOST_VALUES: usize = 2_048;
/// The number of elements of a list in an excerpt: few, so that the problems of one list leave room
/// for others.
const MOST_ELEMENTS: usize = 8;
/// The number of members of an object in an excerpt: more than tools have parameters.
const MOST_MEMBERS: usize = 256;

/// A value, or an excerpt of a large one, as it is searched for errors.
#[derive(Debug)]
pub(super) struct Excerpt<'a> {
    value: Cow<'a, Value>,
    /// The JSON pointers of the lists and objects that were cut.
    cut: Vec<String>,
}

impl<'a> Excerpt<'a> {
    /// Returns `value` itself, or the first elements of each list and object if it is large.
    ///
    /// The value as a whole decides whether it fits a schema; an excerpt only says why it does not.
    pub(super) fn of(value: &'a Value) -> Self {
        let mut cut = Vec::new();
        if count(value, MOST_VALUES) < MOST_VALUES {
            return Self {
                value: Cow::Borrowed(value),
                cut,
            };
        }
        let mut room = MOST_VALUES;
        let value = shorten(value, &mut String::new(), &mut room, &mut cut);
        Self {
            value: Cow::Owned(value),
            cut,
        }
    }

    /// Returns the errors of the excerpt, except those that come from cutting it.
    pub(super) fn errors<'e>(
        &'e self,
        validator: &'e Validator,
    ) -> impl Iterator<Item = ValidationError<'e>> {
        let is_cut = |error: &ValidationError<'_>| {
            let place = error.instance_path().as_str();
            self.cut.iter().any(|cut| cut == place)
        };
        let errors = validator.iter_errors(&self.value);
        errors.filter(move |error| !is_cut(error))
    }
}

/// Returns the number of values in `value`, itself included. Stops at `most`.
pub(super) fn count(value: &Value, most: usize) -> usize {
    let mut found = 1;
    let mut add = |inner: &Value| {
        found += count(inner, most.saturating_sub(found));
        found < most
    };
    match value {
        Value::Array(items) => _ = items.iter().all(&mut add),
        Value::Object(members) => _ = members.values().all(&mut add),
        _ => {}
    }
    found
}

/// Copies the first elements of each list and object in `value`, at most `room` values in all.
fn shorten(value: &Value, at: &mut String, room: &mut usize, cut: &mut Vec<String>) -> Value {
    *room = room.saturating_sub(1);
    let (short, is_whole) = match value {
        Value::Array(items) => {
            let mut short = Vec::new();
            for (index, item) in items.iter().enumerate().take(MOST_ELEMENTS.min(*room)) {
                short.push(below(at, &index.to_string(), |at| {
                    shorten(item, at, room, cut)
                }));
            }
            let is_whole = short.len() == items.len();
            (Value::Array(short), is_whole)
        }
        Value::Object(members) => {
            let mut short = Map::new();
            for (name, member) in members.iter().take(MOST_MEMBERS.min(*room)) {
                let member = below(at, name, |at| shorten(member, at, room, cut));
                short.insert(name.clone(), member);
            }
            let is_whole = short.len() == members.len();
            (Value::Object(short), is_whole)
        }
        other => (other.clone(), true),
    };
    if !is_whole {
        cut.push(at.clone());
    }
    short
}

/// Runs `work` with the JSON pointer of the member `name` of the value at `at`.
fn below<T>(at: &mut String, name: &str, work: impl FnOnce(&mut String) -> T) -> T {
    let length = at.len();
    at.push('/');
    at.push_str(&name.replace('~', "~0").replace('/', "~1"));
    let result = work(at);
    at.truncate(length);
    result
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn errors(schema: &Value, value: &Value) -> Vec<String> {
        let validator = jsonschema::validator_for(schema).unwrap();
        let excerpt = Excerpt::of(value);
        let errors = excerpt.errors(&validator);
        errors
            .map(|error| error.instance_path().as_str().to_owned())
            .collect()
    }

    #[test]
    fn a_small_value_is_searched_as_a_whole() {
        let schema = json!({"items": {"type": "string"}});
        let value = json!(vec![1; 100]);
        assert_eq!(errors(&schema, &value).len(), 100);
    }

    #[test]
    fn of_a_large_list_the_first_elements_are_searched() {
        let schema = json!({"properties": {"a/b": {
            "items": {"type": "string"}, "minItems": 100, "maxItems": 200_000,
        }}});
        let value = json!({"a/b": vec![1; 120_000], "c": vec!["x"; 120_000]});
        let expected: Vec<_> = (0..MOST_ELEMENTS)
            .map(|index| format!("/a~1b/{index}"))
            .collect();
        assert_eq!(errors(&schema, &value), expected);
    }

    #[test]
    fn lists_of_lists_are_cut_at_every_depth() {
        let value = json!(vec![vec![vec![1; 100]; 100]; 100]);
        assert!(count(&Excerpt::of(&value).value, usize::MAX) <= MOST_VALUES + 3 * MOST_ELEMENTS);
    }

    #[test]
    fn counting_stops_at_the_limit() {
        assert_eq!(count(&json!({"a": [1, 2], "b": null}), 100), 5);
        assert_eq!(count(&json!(vec![1; 1_000]), 10), 10);
    }
}
