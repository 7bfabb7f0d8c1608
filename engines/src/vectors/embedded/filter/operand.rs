//! Parses what both filters share: the one operator of an object, and lists of filters.

use serde_json::{Map, Value};

/// Returns the only key of an object with its value. With several it would be unclear how they
/// combine.
pub(super) fn only_pair(value: &Value) -> Result<(&str, &Value), String> {
    let wanted = || format!("expected an object with one key, got `{}`", short(value));
    let object: &Map<String, Value> = value.as_object().ok_or_else(wanted)?;
    let mut pairs = object.iter();
    match (pairs.next(), pairs.next()) {
        (Some((key, value)), None) => Ok((key, value)),
        (Some(_), Some(_)) => Err(format!(
            "{}; combine several with `$and` or `$or`",
            wanted()
        )),
        _ => Err(wanted()),
    }
}

/// Parses the filters under `$and` or `$or`.
pub(super) fn parts<T>(
    operator: &str,
    value: &Value,
    parse: impl Fn(&Value) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    let list = value.as_array();
    let list = list.ok_or_else(|| format!("`{operator}` takes a list, got `{}`", short(value)))?;
    list.iter().map(parse).collect()
}

/// Shortens a value for a message.
pub(super) fn short(value: &Value) -> String {
    const LONGEST: usize = 80;
    let text = value.to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
