//! [`SpecBody`]: the definition of a tool, as a body.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::Value;
use toolwright_registry::{Kinds, json_schema};

/// The definition of a tool. The registry reads it; this is its schema in the document.
pub(in crate::admin) enum SpecBody {}

impl JsonSchema for SpecBody {
    fn schema_name() -> Cow<'static, str> {
        "ToolSpec".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let file = Value::Object(json_schema(&Kinds::default()));
        let tool = file.pointer("/properties/tools/items").cloned();
        tool.and_then(|tool| tool.try_into().ok())
            .unwrap_or_default()
    }
}
