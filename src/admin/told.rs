//! [`Told`]: a sentence for people in a response, with its code and what is filled in.

use std::{borrow::Cow, collections::BTreeMap};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer, ser::SerializeMap as _};
use serde_json::json;
use toolwright_base::{CodedText, TextCode, TextParam};

use super::texts;

/// A sentence in English, with its code and what is filled in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub(crate) struct Told(pub(crate) CodedText);

/// The code of a sentence that stands beside it, and what is filled in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Coded(pub(super) CodedText);

/// The codes of all sentences, as a type of the schema.
struct Codes;

impl<T: Into<CodedText>> From<T> for Told {
    fn from(text: T) -> Self {
        Self(text.into())
    }
}

impl Serialize for Coded {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(code) = self.0.code() {
            let params: serde_json::Map<_, _> = self.0.params().map(param).collect();
            map.serialize_entry("code", code)?;
            map.serialize_entry("params", &params)?;
        }
        map.end()
    }
}

/// Returns the sentence of a row, with the names of its parameters in braces.
fn english(row: &TextCode) -> String {
    row.text.replace("{{", "{").replace("}}", "}")
}

fn param((name, value): (&'static str, &TextParam)) -> (String, serde_json::Value) {
    (name.to_owned(), json!(value))
}

impl JsonSchema for Told {
    fn schema_name() -> Cow<'static, str> {
        "Told".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = Coded::json_schema(generator);
        let message = json!({
            "description": "The sentence in English.",
            "type": "string",
        });
        if let Some(properties) = schema.get_mut("properties") {
            properties["message"] = message;
        }
        schema.insert("required".to_owned(), json!(["message"]));
        schema.insert(
            "description".to_owned(),
            "A sentence for people. One that another program said has no code.".into(),
        );
        schema
    }
}

impl JsonSchema for Coded {
    fn schema_name() -> Cow<'static, str> {
        "Coded".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let codes = generator.subschema_for::<Codes>();
        let told = generator.subschema_for::<Told>();
        json_schema!({
            "type": "object",
            "properties": {
                "code": codes,
                "params": {
                    "description": "What the sentence fills in, by name: a word, or another sentence.",
                    "type": "object",
                    "additionalProperties": {"anyOf": [{"type": "string"}, told]},
                },
            },
        })
    }
}

impl JsonSchema for Codes {
    fn schema_name() -> Cow<'static, str> {
        "TextCode".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        // Sorted, so that the document stays the same when rows move.
        let texts: BTreeMap<_, _> = texts::all().map(|row| (row.code, english(row))).collect();
        let codes: Vec<_> = texts.keys().collect();
        json_schema!({
            "description": "What a sentence says, for a text in another language. `x-texts` has the sentences.",
            "type": "string",
            "enum": codes,
            "x-texts": texts,
        })
    }
}
