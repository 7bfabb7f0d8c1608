//! [`IntoToolOutput`]: the types that a tool can return.

use std::any::{Any, TypeId};

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{json, value::RawValue};

use super::output::ToolOutput;
use crate::core::{
    content::{Audio, Content, Image},
    error::ToolError,
    schema::{Schema, is_anything, is_object, schema_of},
};

/// What a tool can return.
///
/// Everything that is `Serialize + JsonSchema` becomes text, structured content and an output schema. A value that is
/// not an object is wrapped as `{"result": …}`, because clients before 2026-07-28 know only objects.
#[diagnostic::on_unimplemented(
    message = "a tool cannot return `{Self}`",
    label = "not an answer",
    note = "derive `serde::Serialize` and `schemars::JsonSchema` for it, or return `Content`, `Image`, `Audio`, `Json`, `ToolOutput` or `()`"
)]
pub trait IntoToolOutput {
    /// The answer.
    ///
    /// # Errors
    /// When the value does not serialise.
    fn into_tool_output(self) -> Result<ToolOutput, ToolError>;

    /// The schema of the structured value.
    #[must_use]
    fn output_schema() -> Option<Schema> {
        None
    }
}

impl<T: Serialize + JsonSchema + 'static> IntoToolOutput for T {
    fn into_tool_output(self) -> Result<ToolOutput, ToolError> {
        if (&self as &dyn Any).is::<()>() {
            return Ok(ToolOutput::default());
        }
        structure(&self)
    }

    fn output_schema() -> Option<Schema> {
        let schema = schema_of::<T>();
        if is_anything(&schema) || TypeId::of::<T>() == TypeId::of::<()>() {
            return None;
        }
        Some(if is_object(&schema) {
            schema
        } else {
            wrapped(schema)
        })
    }
}

/// A structured answer without a schema: any value that serialises.
#[derive(Debug, Clone)]
pub struct Json<T>(pub T);

impl<T: Serialize> IntoToolOutput for Json<T> {
    fn into_tool_output(self) -> Result<ToolOutput, ToolError> {
        structure(&self.0)
    }
}

macro_rules! as_content {
    ($($type:ty)*) => {$(
        impl IntoToolOutput for $type {
            fn into_tool_output(self) -> Result<ToolOutput, ToolError> {
                Ok(Content::from(self).into())
            }
        }
    )*};
}
as_content!(Content Image Audio);

impl IntoToolOutput for ToolOutput {
    fn into_tool_output(self) -> Result<ToolOutput, ToolError> {
        Ok(self)
    }
}

/// The wrapper of a value that is not an object.
#[derive(Serialize)]
struct Wrapped<'a> {
    result: &'a RawValue,
}

fn structure<T: Serialize>(value: &T) -> Result<ToolOutput, ToolError> {
    let raw = serde_json::value::to_raw_value(value)?;
    let text = match raw.get().as_bytes().first() {
        Some(b'"') => serde_json::from_str::<String>(raw.get())?,
        _ => raw.get().to_owned(),
    };
    let structured = match raw.get().as_bytes().first() {
        Some(b'{') => raw,
        _ => serde_json::value::to_raw_value(&Wrapped { result: &raw })?,
    };
    Ok(ToolOutput {
        structured: Some(structured),
        ..ToolOutput::text(text)
    })
}

/// The schema of `{"result": …}`. The `x-` key is what FastMCP clients unwrap it by.
fn wrapped(mut schema: Schema) -> Schema {
    let definitions = schema.remove("$defs");
    let mut outer = Schema::new();
    outer.insert("type".into(), json!("object"));
    outer.insert("properties".into(), json!({ "result": schema }));
    outer.insert("required".into(), json!(["result"]));
    outer.insert("x-fastmcp-wrap-result".into(), json!(true));
    if let Some(definitions) = definitions {
        outer.insert("$defs".into(), definitions);
    }
    outer
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[derive(Serialize, JsonSchema)]
    struct Point {
        x: i32,
    }

    fn shown(value: impl IntoToolOutput) -> (String, Option<Value>) {
        let output = value.into_tool_output().unwrap();
        (output.joined_text(), output.structured_value())
    }

    #[test]
    fn an_object_is_structured_as_it_is_and_anything_else_is_wrapped() {
        assert_eq!(
            shown(Point { x: 1 }),
            ("{\"x\":1}".into(), Some(json!({"x": 1})))
        );
        assert_eq!(shown(3), ("3".into(), Some(json!({"result": 3}))));
        assert_eq!(
            shown("a\"b".to_owned()),
            ("a\"b".into(), Some(json!({"result": "a\"b"})))
        );
        assert_eq!(
            shown(vec![1, 2]),
            ("[1,2]".into(), Some(json!({"result": [1, 2]})))
        );
        assert_eq!(shown(()), (String::new(), None));
        assert_eq!(shown(Content::text("x")), ("x".into(), None));
    }

    #[test]
    fn the_output_schema_follows_the_same_rule() {
        assert_eq!(
            <i64 as IntoToolOutput>::output_schema().map(Value::Object),
            Some(json!({
                "type": "object",
                "properties": {"result": {"type": "integer"}},
                "required": ["result"],
                "x-fastmcp-wrap-result": true,
            }))
        );
        assert_eq!(<() as IntoToolOutput>::output_schema(), None);
        assert_eq!(<Value as IntoToolOutput>::output_schema(), None);
        assert_eq!(<Image as IntoToolOutput>::output_schema(), None);
    }
}
