//! [`json_schema`]: the JSON schema of `tools.json`, by which editors complete it.
//!
//! `every_tool.schema.json` has what every tool has. The schema of `config` comes from the kinds. The
//! readers know more than a schema can say: names in a template, statements, paths.

use serde_json::{Value, json};
use toolwright::schema::Schema;

use crate::kinds::{Kind, Kinds};

/// The schema of a file, without what the kinds add.
const EVERY_TOOL: &str = include_str!("every_tool.schema.json");

/// Returns the JSON schema of a `tools.json` with tools of these kinds.
///
/// ```
/// use toolwright_registry::{Kinds, json_schema};
///
/// let schema = serde_json::Value::Object(json_schema(&Kinds::default()));
/// let types = &schema["properties"]["tools"]["items"]["properties"]["type"]["enum"];
/// assert_eq!(types[0], "builtin");
/// ```
#[must_use]
pub fn json_schema(kinds: &Kinds) -> Schema {
    let mut schema: Schema =
        serde_json::from_str(EVERY_TOOL).expect("the file is a part of this crate, and tested");
    if let Some(tool) = member(&mut schema, &["properties", "tools", "items"]) {
        let configs = kinds.iter().map(|kind| config_of(&**kind)).collect();
        tool.insert("allOf".into(), Value::Array(configs));
        if let Some(kind) = member(tool, &["properties", "type"]) {
            kind.insert("enum".into(), kinds.names().collect());
        }
        if let Some(auth) = member(tool, &["properties", "auth"]) {
            let description = format!(
                "Credentials, for tools of the type {}. They are sealed when they are stored.",
                kinds.names_with_auth()
            );
            auth.insert("description".into(), description.into());
        }
    }
    schema
}

/// Returns what the schema says about `config` if the tool is of this kind.
fn config_of(kind: &dyn Kind) -> Value {
    json!({
        "if": {"properties": {"type": {"const": kind.name()}}},
        "then": {"properties": {"config": kind.config_schema()}},
    })
}

/// Returns the object at this path.
fn member<'a>(schema: &'a mut Schema, path: &[&str]) -> Option<&'a mut Schema> {
    path.iter()
        .try_fold(schema, |inner, key| inner.get_mut(*key)?.as_object_mut())
}
