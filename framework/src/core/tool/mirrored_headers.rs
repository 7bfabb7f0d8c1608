//! The arguments that clients repeat in headers: the properties of a schema with `x-mcp-header`.

use serde_json::{Map, Value};

use crate::core::schema::Schema;

/// The keyword of a property that names its header.
const KEYWORD: &str = "x-mcp-header";
/// The types that a property with a header may have.
const TYPES: [&str; 3] = ["string", "integer", "boolean"];

/// Returns the properties of a schema that clients repeat in headers, as pairs of property and
/// header.
pub(crate) fn headers(schema: &Schema) -> impl Iterator<Item = (&str, &str)> {
    properties(schema).filter_map(|(name, property)| Some((name, property.get(KEYWORD)?.as_str()?)))
}

fn properties(schema: &Schema) -> impl Iterator<Item = (&str, &Value)> {
    let properties = schema.get("properties").and_then(Value::as_object);
    let properties = properties.into_iter().flatten();
    properties.map(|(name, property)| (name.as_str(), property))
}

/// Returns the arguments that a tool with this schema wants in headers too, as pairs of header and
/// value. The text of a header begins with `Mcp-Param-`, which is left out here.
///
/// ```
/// use serde_json::json;
/// use toolwright::schema::mirrored_headers;
///
/// let schema = json!({"type": "object", "properties": {"region": {"type": "string", "x-mcp-header": "Region"}}});
/// let found = mirrored_headers(schema.as_object().unwrap(), r#"{"region": "eu", "query": "x"}"#);
/// assert_eq!(found, [("Region".to_owned(), "eu".to_owned())]);
/// ```
#[must_use]
pub fn mirrored_headers(schema: &Schema, arguments: &str) -> Vec<(String, String)> {
    let mut headers = headers(schema).peekable();
    if headers.peek().is_none() {
        return Vec::new();
    }
    let arguments: Map<String, Value> = serde_json::from_str(arguments).unwrap_or_default();
    let found = headers.filter_map(|(property, header)| {
        let value = match arguments.get(property)? {
            Value::Null => return None,
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        Some((header.to_owned(), value))
    });
    found.collect()
}

/// Returns why clients cannot repeat properties in the headers that a schema names: the rest of a
/// sentence that begins with "the schema".
#[must_use]
pub(crate) fn header_problem(schema: &Schema) -> Option<String> {
    let mut seen = Vec::new();
    properties(schema).find_map(|(name, property)| {
        let header = property.get(KEYWORD)?;
        let why = match header.as_str() {
            Some(header) if !is_token(header) => "is not a valid header name",
            Some(header) if seen.contains(&header.to_lowercase()) => "is that of another property",
            Some(_) if !is_plain(property) => {
                "is set on a property that is not a string, an integer or a boolean"
            }
            Some(header) => {
                seen.push(header.to_lowercase());
                return None;
            }
            None => "is not text",
        };
        Some(format!("has a header that {why}: `{KEYWORD}` of `{name}`"))
    })
}

/// Whether a text can be the name of a header.
fn is_token(text: &str) -> bool {
    let is_token_byte =
        |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !text.is_empty() && text.bytes().all(is_token_byte)
}

/// Whether a property has a type that a header can hold. One without a type is not known better.
fn is_plain(property: &Value) -> bool {
    match property.get("type") {
        None => true,
        Some(Value::Array(types)) => types
            .iter()
            .filter_map(Value::as_str)
            .all(|one| one == "null" || TYPES.contains(&one)),
        Some(one) => one.as_str().is_some_and(|one| TYPES.contains(&one)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn schema(properties: &Value) -> Schema {
        let schema = json!({"type": "object", "properties": properties});
        schema.as_object().cloned().unwrap()
    }

    #[test]
    fn a_header_is_a_token_of_a_plain_property() {
        for (kind, header, expected) in [
            (json!("string"), json!("A"), None),
            (json!("integer"), json!("B-1"), None),
            (json!(["boolean", "null"]), json!("A"), None),
            (
                json!("string"),
                json!(""),
                Some("is not a valid header name"),
            ),
            (
                json!("string"),
                json!("A B"),
                Some("is not a valid header name"),
            ),
            (
                json!("string"),
                json!("Région"),
                Some("is not a valid header name"),
            ),
            (json!("string"), json!(5), Some("is not text")),
            (
                json!("number"),
                json!("A"),
                Some("not a string, an integer"),
            ),
            (
                json!(["object"]),
                json!("A"),
                Some("not a string, an integer"),
            ),
        ] {
            let schema = schema(&json!({"a": {"type": kind, "x-mcp-header": header}}));
            let problem = header_problem(&schema);
            assert_eq!(problem.is_some(), expected.is_some(), "{problem:?}");
            let text = problem.unwrap_or_default();
            assert!(text.contains(expected.unwrap_or_default()), "{text}");
        }
    }

    #[test]
    fn a_header_is_that_of_one_property() {
        let of = |header: &str| json!({"type": "string", "x-mcp-header": header});
        let twice = schema(&json!({"a": of("My"), "b": of("my")}));
        let problem = header_problem(&twice).unwrap();
        assert!(problem.contains("another property"), "{problem}");
    }

    #[test]
    fn values_are_written_as_text_and_null_is_left_out() {
        let schema = schema(&json!({
            "n": {"type": "integer", "x-mcp-header": "N"}, "b": {"type": "boolean", "x-mcp-header": "B"},
            "s": {"type": "string", "x-mcp-header": "S"}, "z": {"type": "string", "x-mcp-header": "Z"},
        }));
        let found = mirrored_headers(&schema, r#"{"n": 42, "b": false, "s": "", "z": null}"#);
        let expected = [("B", "false"), ("N", "42"), ("S", "")];
        assert_eq!(found.len(), expected.len());
        for (header, value) in expected {
            assert!(
                found.contains(&(header.to_owned(), value.to_owned())),
                "{header}"
            );
        }
    }
}
