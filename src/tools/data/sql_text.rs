//! [`SqlText`]: SQL as the argument of a tool.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, de::Error as _};

/// SQL, which is not in a Markdown fence.
///
/// Refusing the fence here lets the repair of arguments take the SQL out of it, with a receipt.
#[derive(Debug, Clone)]
pub(super) struct SqlText(pub(super) String);

impl<'de> Deserialize<'de> for SqlText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        match text.trim_start().starts_with("```") {
            true => Err(D::Error::custom("expected SQL without a Markdown fence")),
            false => Ok(Self(text)),
        }
    }
}

impl JsonSchema for SqlText {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        String::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}
