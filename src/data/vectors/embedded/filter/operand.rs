//! Reading the parts that both filters share: one operator a level, and lists of filters.

use serde_json::{Map, Value};

/// The one key of an object with its value: more than one would leave open how they go together.
pub(super) fn only_pair(value: &Value) -> Result<(&str, &Value), String> {
    let wanted = || format!("an object with one key is wanted, not `{}`", short(value));
    let object: &Map<String, Value> = value.as_object().ok_or_else(wanted)?;
    let mut pairs = object.iter();
    match (pairs.next(), pairs.next()) {
        (Some((key, value)), None) => Ok((key, value)),
        (Some(_), Some(_)) => Err(format!("{}; join several with `$and` or `$or`", wanted())),
        _ => Err(wanted()),
    }
}

/// The filters under `$and` or `$or`.
pub(super) fn parts<T>(
    operator: &str,
    value: &Value,
    parse: impl Fn(&Value) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    let list = value.as_array();
    let list = list.ok_or_else(|| format!("`{operator}` wants a list, not `{}`", short(value)))?;
    list.iter().map(parse).collect()
}

/// A value for a message.
pub(super) fn short(value: &Value) -> String {
    const LONGEST: usize = 80;
    let text = value.to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
