//! [`Run`]: the work of a registered tool; [`Answer`]: its result, before it is an output.

use serde::Serialize;
use serde_json::{
    Value,
    value::{RawValue, to_raw_value},
};
use toolwright::{
    BoxFuture, Content, Context, Tool, ToolError, ToolOutput, schema::Schema, tool::Permitted,
};

use crate::parameters::InputArguments;

/// The work of a registered tool.
pub trait Run: Send + Sync {
    /// Runs a call. The arguments fit the tool's schema. Dropping the future stops the work.
    ///
    /// `permitted` is for work that forwards the call to another tool.
    fn run<'a>(
        &'a self,
        context: Context,
        arguments: InputArguments,
        permitted: Permitted<'a>,
    ) -> BoxFuture<'a, Result<Answer, ToolError>>;

    /// Returns the tool that stands behind this one if it takes the arguments as they are, and checks
    /// them itself. It is then called in place of [`run`](Self::run).
    fn same_tool(&self) -> Option<&dyn Tool> {
        None
    }
}

/// The result of a registered tool.
#[derive(Debug)]
#[non_exhaustive]
pub enum Answer {
    /// A value, which becomes text and structured content.
    Json(Box<RawValue>),
    /// A value, and a sentence about it.
    Noted(Box<RawValue>, String),
    /// An output as it is.
    Output(ToolOutput),
}

impl Answer {
    /// Creates the answer of a value.
    ///
    /// # Errors
    /// If the value cannot be serialised.
    pub fn value(value: &Value) -> Result<Self, ToolError> {
        Ok(Self::Json(to_raw_value(value)?))
    }

    /// Adds a sentence for the model.
    #[must_use]
    pub fn noted(self, note: String) -> Self {
        match self {
            Self::Json(raw) | Self::Noted(raw, _) => Self::Noted(raw, note),
            Self::Output(mut output) => {
                output.content.push(Content::text(note));
                Self::Output(output)
            }
        }
    }

    /// Converts the answer into an output. A value that is not an object is wrapped as
    /// `{"result": …}`, and so is every value if `is_wrapped`.
    ///
    /// # Errors
    /// If the value is not JSON.
    pub(crate) fn into_output(self, is_wrapped: bool) -> Result<ToolOutput, ToolError> {
        let (raw, note) = match self {
            Self::Output(output) => return Ok(output),
            Self::Json(raw) => (raw, None),
            Self::Noted(raw, note) => (raw, Some(note)),
        };
        let first = raw.get().as_bytes().first();
        let text = match first {
            Some(b'"') => serde_json::from_str(raw.get())?,
            _ => raw.get().to_owned(),
        };
        let structured = match first {
            Some(b'{') if !is_wrapped => raw,
            _ => to_raw_value(&Wrapped { result: &raw })?,
        };
        let mut output = ToolOutput::text(text);
        output.structured = Some(structured);
        output.content.extend(note.map(Content::text));
        Ok(output)
    }
}

/// A value that is not an object, as structured content. Serialising it copies the value, where
/// [`RawValue::from_string`] would parse it again.
#[derive(Serialize)]
struct Wrapped<'a> {
    result: &'a RawValue,
}

/// The key by which FastMCP clients unwrap a result.
const WRAPPED: &str = "x-fastmcp-wrap-result";

/// Returns whether `schema` is that of a result that [`structured_schema`](toolwright::schema::structured_schema) has wrapped.
pub(crate) fn is_wrapping(schema: &Schema) -> bool {
    schema.contains_key(WRAPPED)
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use toolwright::schema::structured_schema;

    use super::*;

    #[test]
    fn the_definitions_of_a_schema_stay_where_its_references_find_them() {
        let schema = json!({
            "type": "array", "items": {"$ref": "#/$defs/item"}, "$defs": {"item": {"type": "string"}},
        });
        let Value::Object(schema) = schema else {
            unreachable!()
        };
        let (schema, is_wrapped) = structured_schema(schema);
        assert!(is_wrapped);
        let validator = toolwright::schema::compile(&schema).unwrap();
        assert_eq!(validator.fits(&json!({"result": ["a"]})), Ok(true));
        assert_eq!(validator.fits(&json!({"result": [1]})), Ok(false));
    }

    #[test]
    fn what_is_not_an_object_is_wrapped() {
        for (value, is_wrapped, text, structured) in [
            (json!(15), false, "15", json!({"result": 15})),
            (json!("a\"b"), false, "a\"b", json!({"result": "a\"b"})),
            (json!({"a": 1}), false, "{\"a\":1}", json!({"a": 1})),
            (
                json!({"a": 1}),
                true,
                "{\"a\":1}",
                json!({"result": {"a": 1}}),
            ),
            (json!(null), true, "null", json!({"result": null})),
        ] {
            let output = Answer::value(&value)
                .unwrap()
                .into_output(is_wrapped)
                .unwrap();
            assert_eq!(output.joined_text(), text);
            assert_eq!(output.structured_value(), Some(structured));
        }
    }
}
