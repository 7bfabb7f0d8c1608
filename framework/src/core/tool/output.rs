//! [`ToolOutput`]: the result of a call; [`IntoToolOutput`]: what a function may return.

use std::{
    any::{Any, TypeId},
    sync::Arc,
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Value, json, value::RawValue};

use super::definition::{ToolDef, WRAPPED};
use crate::core::{
    content::{Audio, Content, Image, Meta, ResourceContents, ResourceLink},
    error::{ErrorKind, ToolError},
    schema::{Schema, has_only_objects, is_anything, schema_of},
};

/// The result of a call: content for the model, and a structured value for programs.
///
/// Most tools return a plain value, which [`IntoToolOutput`](super::IntoToolOutput) converts.
/// Return a `ToolOutput` for control over each part:
///
/// ```
/// use toolwright::prelude::*;
///
/// /// Look a word up.
/// #[tool]
/// async fn look_up(word: String) -> ToolOutput {
///     match word.as_str() {
///         "toolwright" => vec![Content::text("noun"), Content::text("a maker of tools")].into(),
///         other => ToolOutput::error(format!("`{other}` is not in the dictionary")),
///     }
/// }
/// ```
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ToolOutput {
    /// The blocks that the model reads.
    pub content: Vec<Content>,
    /// The value that programs read: JSON that fits the tool's output schema.
    pub structured: Option<Box<RawValue>>,
    /// Whether the result is a failure that the model should see.
    pub is_error: bool,
    /// The kind of a failure. `None` means that the tool failed.
    pub error_kind: Option<ErrorKind>,
    /// Keys for the `_meta` of the result.
    pub meta: Meta,
    /// The JSON that the execution log keeps in place of a result that was shortened.
    pub unabridged: Option<Arc<str>>,
}

impl ToolOutput {
    /// Creates a result of text.
    pub fn text(text: impl Into<String>) -> Self {
        Content::text(text).into()
    }

    /// Creates a failure that the model should see.
    pub fn error(text: impl Into<String>) -> Self {
        Self {
            is_error: true,
            ..Self::text(text)
        }
    }

    /// Returns the structured value, if there is one.
    #[must_use]
    pub fn structured_value(&self) -> Option<Value> {
        self.structured
            .as_ref()
            .and_then(|raw| serde_json::from_str(raw.get()).ok())
    }

    /// Reads the result as a `T`: the structured value, or else the text as JSON.
    ///
    /// A value that is not an object is wrapped as `{"result": …}` on the wire, and unwrapped here.
    ///
    /// ```
    /// use toolwright::tool::IntoToolOutput;
    ///
    /// let output = 3_i64.into_tool_output()?;
    /// assert_eq!(output.value::<i64>()?, 3);
    /// # Ok::<(), toolwright::ToolError>(())
    /// ```
    ///
    /// # Errors
    /// If the call has failed, with its text, or if the result is not a `T`.
    pub fn value<T: DeserializeOwned>(&self) -> Result<T, ToolError> {
        if self.is_error {
            return Err(ToolError::failed(self.joined_text()));
        }
        let Some(structured) = &self.structured else {
            return Ok(serde_json::from_str(&self.joined_text())?);
        };
        let whole = serde_json::from_str(structured.get());
        whole.or_else(|error| match serde_json::from_str(structured.get()) {
            Ok(WrappedValue { result }) => Ok(result),
            Err(_) => Err(error.into()),
        })
    }

    /// The approximate number of bytes on the wire.
    #[must_use]
    pub fn size(&self) -> usize {
        let structured = self.structured.as_ref().map_or(0, |raw| raw.get().len());
        self.content.iter().map(Content::size).sum::<usize>() + structured
    }

    /// Returns the text of all text blocks, a line each.
    #[must_use]
    pub fn joined_text(&self) -> String {
        self.content
            .iter()
            .filter_map(Content::as_text)
            .collect::<Vec<_>>()
            .join("\n")
    }
}

/// A value that is not an object, as it is on the wire.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrappedValue<T> {
    result: T,
}

impl From<Content> for ToolOutput {
    fn from(content: Content) -> Self {
        vec![content].into()
    }
}

impl From<Vec<Content>> for ToolOutput {
    fn from(content: Vec<Content>) -> Self {
        Self {
            content,
            ..Self::default()
        }
    }
}

/// The types that a tool can return.
///
/// Every type that is `Serialize + JsonSchema` becomes text, structured content and an output
/// schema. A value that is not an object is wrapped as `{"result": …}`, because clients before
/// revision 2026-07-28 accept only objects. The error of a `Result` becomes a [`ToolError`].
///
/// A tool can also return several blocks: see [`IntoContents`](crate::content::IntoContents).
///
/// ```
/// use serde_json::json;
/// use toolwright::tool::IntoToolOutput;
///
/// let output = 3_i64.into_tool_output().unwrap();
/// assert_eq!(output.joined_text(), "3");
/// assert_eq!(output.structured_value(), Some(json!({"result": 3})));
/// ```
#[diagnostic::on_unimplemented(
    message = "a tool cannot return `{Self}`",
    label = "not an output",
    note = "derive `serde::Serialize` and `schemars::JsonSchema` for it, or return `Json`, `ToolOutput` or `()`",
    note = "or blocks: `Content`, `Image`, `Audio`, `ResourceLink`, or a `Vec`, an `Option` or a tuple of these"
)]
pub trait IntoToolOutput {
    /// Converts the value into the result of a call.
    ///
    /// # Errors
    /// Fails if the value cannot be serialised.
    fn into_tool_output(self) -> Result<ToolOutput, ToolError>;

    /// Converts the value into the result of a call of the tool with this definition.
    ///
    /// An object is wrapped like any other value if the output schema says so, as that of an
    /// `Option<T>` does, whose values are objects and `null`.
    ///
    /// # Errors
    /// Fails if the value cannot be serialised.
    fn into_output_of(self, definition: &ToolDef) -> Result<ToolOutput, ToolError>
    where
        Self: Sized,
    {
        let _ = definition;
        self.into_tool_output()
    }

    /// Returns the schema of the structured value, if it has one.
    #[must_use]
    fn output_schema() -> Option<Schema> {
        None
    }
}

impl<T: Serialize + JsonSchema + 'static> IntoToolOutput for T {
    fn into_tool_output(self) -> Result<ToolOutput, ToolError> {
        structure(&self, false)
    }

    fn into_output_of(self, definition: &ToolDef) -> Result<ToolOutput, ToolError> {
        structure(&self, definition.wraps_result())
    }

    fn output_schema() -> Option<Schema> {
        let mut schema = schema_of::<T>();
        if is_anything(&schema) || TypeId::of::<T>() == TypeId::of::<()>() {
            return None;
        }
        if !has_only_objects(&schema) {
            return Some(wrapped(schema));
        }
        schema.insert("type".into(), json!("object"));
        Some(schema)
    }
}

/// A structured result without a schema: any value that serialises.
///
/// ```
/// use toolwright::prelude::*;
///
/// /// The settings of the house.
/// #[tool]
/// async fn settings() -> Json<serde_json::Value> {
///     Json(serde_json::json!({"heating": "on", "degrees": 20}))
/// }
/// ```
#[derive(Debug, Clone)]
pub struct Json<T>(pub T);

impl<T: Serialize + 'static> IntoToolOutput for Json<T> {
    fn into_tool_output(self) -> Result<ToolOutput, ToolError> {
        structure(&self.0, false)
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
as_content!(Content Image Audio ResourceLink ResourceContents);

impl IntoToolOutput for ToolOutput {
    fn into_tool_output(self) -> Result<ToolOutput, ToolError> {
        Ok(self)
    }
}

/// Wraps a value that is not an object.
#[derive(Serialize)]
struct Wrapped<'a> {
    result: &'a RawValue,
}

/// Serialises `value` as text and as structured content. Objects are wrapped too if
/// `wraps_objects`.
fn structure<T: Serialize + 'static>(
    value: &T,
    wraps_objects: bool,
) -> Result<ToolOutput, ToolError> {
    if (value as &dyn Any).is::<()>() {
        return Ok(ToolOutput::default());
    }
    let raw = serde_json::value::to_raw_value(value)?;
    let text = match raw.get().as_bytes().first() {
        Some(b'"') => serde_json::from_str::<String>(raw.get())?,
        _ => raw.get().to_owned(),
    };
    let structured = match raw.get().as_bytes().first() {
        Some(b'{') if !wraps_objects => raw,
        _ => serde_json::value::to_raw_value(&Wrapped { result: &raw })?,
    };
    Ok(ToolOutput {
        structured: Some(structured),
        ..ToolOutput::text(text)
    })
}

/// Returns the schema of `{"result": …}`. FastMCP clients unwrap such results by the `x-` key.
fn wrapped(mut schema: Schema) -> Schema {
    let definitions = schema.remove("$defs");
    let mut outer = Schema::new();
    outer.insert("type".into(), json!("object"));
    outer.insert("properties".into(), json!({ "result": schema }));
    outer.insert("required".into(), json!(["result"]));
    outer.insert(WRAPPED.into(), json!(true));
    if let Some(definitions) = definitions {
        outer.insert("$defs".into(), definitions);
    }
    outer
}

/// Returns the schema of structured content for results that fit `schema`, and whether they are
/// wrapped.
pub fn structured_schema(schema: Schema) -> (Schema, bool) {
    if schema.get("type") == Some(&json!("object")) {
        return (schema, false);
    }
    (wrapped(schema), true)
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
    fn a_value_that_is_not_an_object_is_wrapped() {
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
    fn an_object_is_wrapped_where_the_schema_says_so() {
        let schema = <Option<Point> as IntoToolOutput>::output_schema();
        let definition = ToolDef::new("look", "Look.").with_output_schema(schema);
        for (value, expected) in [
            (Some(Point { x: 1 }), json!({"result": {"x": 1}})),
            (None, json!({"result": null})),
        ] {
            let output = value.into_output_of(&definition).unwrap();
            assert_eq!(output.structured_value(), Some(expected));
        }
    }

    #[test]
    fn the_output_schema_is_wrapped_like_the_value() {
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
