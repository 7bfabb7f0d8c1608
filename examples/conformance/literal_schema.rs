//! A tool that is written by hand, because no Rust type has the schema that the suite wants.

use serde_json::{Value, json};
use toolwright::{
    Arguments, BoxFuture, Context, Tool, ToolDef, ToolError, ToolOutput, tool::Permitted,
};

/// A tool with a literal schema.
pub(crate) struct LiteralSchema(ToolDef);

/// Creates the tool.
pub(crate) fn tool() -> LiteralSchema {
    let Value::Object(schema) = schema() else {
        unreachable!("the literal below is an object")
    };
    let definition = ToolDef::new(
        "json_schema_2020_12_tool",
        "Tool with JSON Schema 2020-12 features",
    );
    LiteralSchema(definition.with_input_schema(schema))
}

impl Tool for LiteralSchema {
    fn definition(&self) -> &ToolDef {
        &self.0
    }

    fn call(
        &self,
        _: Context,
        _: Arguments,
        _: Permitted<'_>,
    ) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        Box::pin(async { Ok(ToolOutput::text("done")) })
    }
}

fn schema() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {
            "address": {
                "$anchor": "addressDef",
                "type": "object",
                "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
            },
        },
        "properties": {
            "name": {"type": "string"},
            "address": {"$ref": "#/$defs/address"},
            "contactMethod": {"type": "string", "enum": ["phone", "email"]},
            "phone": {"type": "string"},
            "email": {"type": "string"},
        },
        "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
        "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
        "then": {"required": ["phone"]},
        "else": {"required": ["email"]},
        "additionalProperties": false,
    })
}
