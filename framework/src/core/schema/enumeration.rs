//! [`choices_of`]: the values that a schema enumerates.

use serde_json::Value;

/// A value that a schema enumerates.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Choice<'s> {
    pub(crate) value: &'s Value,
    /// Its title, or else its description.
    pub(crate) title: Option<&'s str>,
}

/// Returns the values that `schema` enumerates, if it allows no others: an `enum`, a `const`, or
/// options that are these. `null` is left out.
pub(crate) fn choices_of(schema: &Value) -> Option<Vec<Choice<'_>>> {
    let title = schema
        .get("title")
        .or_else(|| schema.get("description"))
        .and_then(Value::as_str);
    if let Some(value) = schema.get("const") {
        return Some(vec![Choice { value, title }]);
    }
    if let Some(Value::Array(values)) = schema.get("enum") {
        let choices = values.iter().filter(|value| !value.is_null());
        return Some(choices.map(|value| Choice { value, title: None }).collect());
    }
    if schema.get("type").is_some_and(|kind| kind == "null") {
        return Some(Vec::new());
    }
    let options = schema.get("oneOf").or_else(|| schema.get("anyOf"))?;
    let choices: Option<Vec<_>> = options.as_array()?.iter().map(choices_of).collect();
    Some(choices?.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn values(schema: &Value) -> Option<Vec<&Value>> {
        choices_of(schema).map(|choices| choices.into_iter().map(|choice| choice.value).collect())
    }

    #[test]
    fn all_forms_of_enumeration_are_read() {
        let wanted = [json!("a"), json!("b")];
        for schema in [
            json!({"enum": ["a", "b", null]}),
            json!({"oneOf": [{"const": "a"}, {"const": "b"}]}),
            json!({"oneOf": [{"enum": ["a"]}, {"const": "b", "description": "B"}]}),
            json!({"anyOf": [{"enum": ["a", "b"]}, {"type": "null"}]}),
        ] {
            assert_eq!(values(&schema), Some(wanted.iter().collect()), "{schema}");
        }
        assert_eq!(
            values(&json!({"anyOf": [{"const": "a"}, {"type": "string"}]})),
            None
        );
        assert_eq!(values(&json!({"type": "string"})), None);
    }
}
