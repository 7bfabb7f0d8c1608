//! Changes an object in a text, and leaves everything else of it as it is.

use jsonc_parser::{
    ast::{Object, Value as Tree},
    common::Ranged as _,
};
use serde_json::{Map, Value};

use crate::jsonc::{Problems, parse};

/// Returns the text of an object whose fields are changed to those of `new`: fields that stay the
/// same keep their text, their comments and their order.
///
/// Returns `None` if `text` is not an object.
pub(super) fn edited(
    text: &str,
    indent: &str,
    old: &Map<String, Value>,
    new: &Map<String, Value>,
) -> Option<String> {
    let problems = Problems::of(text);
    let tree = parse(text, &problems)?;
    let Tree::Object(object) = &tree else {
        return None;
    };
    let inner = field_indent(text, object).unwrap_or_else(|| format!("{indent}  "));
    let mut edits = changed_fields(text, object, &inner, (old, new));
    let added: Vec<String> = new
        .iter()
        .filter(|(name, _)| object.get(name).is_none())
        .map(|(name, value)| format!("{}: {}", Value::from(name.as_str()), pretty(value, &inner)))
        .collect();
    if !added.is_empty() {
        let last = object.properties.last()?;
        let added: String = added
            .iter()
            .map(|field| format!(",\n{inner}{field}"))
            .collect();
        edits.push((last.range.end, last.range.end, added));
    }
    // From the end, so that the places before stay right.
    edits.sort_by_key(|(start, ..)| std::cmp::Reverse(*start));
    let mut changed = text.to_owned();
    for (start, end, replacement) in edits {
        // Two edits of one place: the caller writes the object anew.
        changed.get(start..end)?;
        changed.replace_range(start..end, &replacement);
    }
    Some(changed)
}

/// Returns the edits of fields that are other or gone: start, end, replacement.
fn changed_fields(
    text: &str,
    object: &Object<'_>,
    inner: &str,
    (old, new): (&Map<String, Value>, &Map<String, Value>),
) -> Vec<(usize, usize, String)> {
    let mut edits: Vec<(usize, usize, String)> = Vec::new();
    for property in &object.properties {
        let (name, range) = (property.name.as_str(), property.value.range());
        match new.get(name) {
            Some(value) if old.get(name) == Some(value) => {}
            Some(value) => edits.push((range.start, range.end, pretty(value, inner))),
            None => {
                let (start, end) = whole_field(text, property.range.start, property.range.end);
                edits.push((start, end, String::new()));
            }
        }
    }
    edits
}

/// Returns `value` as JSON on several lines, the first of which is not indented.
pub(super) fn pretty(value: &Value, indent: &str) -> String {
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    let is_short = text.len() <= 80 && value.as_object().is_none_or(|object| object.len() <= 3);
    if is_short {
        return one_line(value);
    }
    text.replace('\n', &format!("\n{indent}"))
}

/// Returns `value` as JSON on one line, with a space after each comma and colon.
fn one_line(value: &Value) -> String {
    match value {
        Value::Array(values) => {
            let values: Vec<_> = values.iter().map(one_line).collect();
            format!("[{}]", values.join(", "))
        }
        Value::Object(fields) if fields.is_empty() => "{}".into(),
        Value::Object(fields) => {
            let fields = fields.iter();
            let fields = fields.map(|(name, value)| {
                format!("{}: {}", Value::from(name.as_str()), one_line(value))
            });
            format!("{{ {} }}", fields.collect::<Vec<_>>().join(", "))
        }
        plain => plain.to_string(),
    }
}

/// Returns the blanks before the first field, if it is on a line of its own.
fn field_indent(text: &str, object: &Object<'_>) -> Option<String> {
    let first = object.properties.first()?;
    let before = text.get(..first.range.start)?;
    let line = before.rsplit_once('\n')?.1;
    line.chars()
        .all(char::is_whitespace)
        .then(|| line.to_owned())
}

/// Widens the range of a field by the comma and the line end behind it, or else by the comma before.
pub(super) fn whole_field(text: &str, start: usize, end: usize) -> (usize, usize) {
    let after = &text[end..];
    let blanks = after.len() - after.trim_start().len();
    let has_comma = after[blanks..].starts_with(',');
    let before = text[..start].trim_end();
    if !has_comma {
        // The last one: what stands before it loses its comma.
        let start = before.strip_suffix(',').map_or(start, str::len);
        return (start, end);
    }
    let end = end + blanks + 1;
    let line_start = text[..start].trim_end_matches([' ', '\t']).len();
    let line_end = text[end..].trim_start_matches([' ', '\t']);
    let is_own_line = text[..line_start].ends_with('\n') && line_end.starts_with('\n');
    if is_own_line {
        return (line_start, text.len() - line_end.len() + 1);
    }
    (start, end + text[end..].len() - line_end.len())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn map(value: Value) -> Map<String, Value> {
        match value {
            Value::Object(map) => map,
            _ => Map::new(),
        }
    }

    const TEXT: &str = "{\n    // who\n    \"name\": \"a\", /* kind */ \"type\": \"shell\",\n    \"is_active\": true, // on\n    \"tags\": [\"x\"]\n  }";

    #[test]
    fn only_what_changed_is_written_anew() {
        let old = map(json!({"name": "a", "type": "shell", "is_active": true, "tags": ["x"]}));
        let new = map(
            json!({"name": "a", "type": "shell", "is_active": false, "tags": ["x"], "title": "한글"}),
        );
        assert_eq!(
            edited(TEXT, "  ", &old, &new).unwrap(),
            "{\n    // who\n    \"name\": \"a\", /* kind */ \"type\": \"shell\",\n    \"is_active\": false, // on\n    \"tags\": [\"x\"],\n    \"title\": \"한글\"\n  }"
        );
    }

    #[test]
    fn a_field_that_is_gone_takes_its_comma_with_it() {
        let old = map(json!({"name": "a", "type": "shell", "is_active": true, "tags": ["x"]}));
        for gone in ["name", "type", "is_active", "tags"] {
            let mut new = old.clone();
            new.remove(gone);
            let text = edited(TEXT, "  ", &old, &new).unwrap();
            let problems = Problems::of(&text);
            let tree = parse(&text, &problems).unwrap();
            let node = crate::jsonc::Node::root(&tree, "", &problems);
            assert_eq!(node.map(), Some(new), "{text}");
        }
    }
}
