//! [`Form`]: the flat schema that an elicitation allows, made from a Rust type.

use schemars::JsonSchema;
use serde_json::{Map, Value, json};

use crate::core::{
    peer::AskError,
    schema::{
        Choice, Schema, choices_of, is_object, problem_of, replace_boolean_schemas, schema_of,
    },
};

/// The schema of a form.
pub(super) struct Form {
    pub(super) schema: Schema,
    /// Whether the value of a type that is not a struct stands in the field `value`.
    pub(super) wrapped: bool,
}

/// Returns the form of `T`, or the one that was `given`.
pub(super) fn form_of<T: JsonSchema>(given: Option<Schema>) -> Result<Form, AskError> {
    if let Some(mut schema) = given {
        replace_boolean_schemas(&mut schema);
        if let Some(problem) = problem_of(&schema) {
            let problem = format!("the schema of the form is not a JSON schema: {problem}");
            return Err(AskError::Unaskable(problem));
        }
        return Ok(Form {
            schema,
            wrapped: false,
        });
    }
    let schema = schema_of::<T>();
    if is_object(&schema) {
        return Ok(Form {
            schema: flat(&schema)?,
            wrapped: false,
        });
    }
    let mut outer = Schema::new();
    outer.insert("properties".into(), json!({ "value": schema }));
    outer.insert("required".into(), json!(["value"]));
    Ok(Form {
        schema: flat(&outer)?,
        wrapped: true,
    })
}

fn flat(schema: &Schema) -> Result<Schema, AskError> {
    let mut properties = Map::new();
    for (name, property) in schema
        .get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        let field = field(property).ok_or_else(|| {
            AskError::Unaskable(format!(
                "a form is flat, but its field `{name}` is not a plain value"
            ))
        })?;
        properties.insert(name.clone(), field);
    }
    let mut form = Schema::new();
    form.insert("type".into(), json!("object"));
    form.insert("properties".into(), Value::Object(properties));
    if let Some(required) = schema.get("required") {
        form.insert("required".into(), required.clone());
    }
    Ok(form)
}

/// Returns a field in the form that the protocol allows, if it is a plain value.
fn field(property: &Value) -> Option<Value> {
    let mut field = property.as_object()?.clone();
    if let Some(Value::Array(kinds)) = field.get("type") {
        let kind = kinds.iter().find(|kind| *kind != "null")?.clone();
        field.insert("type".into(), kind);
    }
    if field.contains_key("oneOf") || field.contains_key("anyOf") {
        let choices = titled(property)?;
        field.remove("anyOf");
        field.insert("type".into(), json!("string"));
        field.insert("oneOf".into(), choices);
        return Some(Value::Object(field));
    }
    match field.get("type")?.as_str()? {
        "boolean" | "number" | "integer" => {}
        "string" => keep_known_format(&mut field),
        "array" => choices_of_list(&mut field)?,
        _ => return None,
    }
    Some(Value::Object(field))
}

/// Returns the enumerated values of `schema` with their titles, which are the docs of the variants.
fn titled(schema: &Value) -> Option<Value> {
    let choice = |choice: Choice<'_>| {
        let value = choice.value.as_str()?;
        Some(json!({"const": value, "title": choice.title.unwrap_or(value)}))
    };
    choices_of(schema)?.into_iter().map(choice).collect()
}

fn choices_of_list(field: &mut Map<String, Value>) -> Option<()> {
    let items = field.get("items")?;
    let items = match items.get("enum") {
        Some(values) => json!({"type": "string", "enum": values}),
        None => json!({"anyOf": titled(items)?}),
    };
    field.insert("items".into(), items);
    Some(())
}

fn keep_known_format(field: &mut Map<String, Value>) {
    let known = ["email", "uri", "date", "date-time"];
    if field
        .get("format")
        .and_then(Value::as_str)
        .is_some_and(|format| !known.contains(&format))
    {
        field.remove("format");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "only its schema is used")]
    struct Address {
        /// Where to.
        street: String,
        floor: Option<u8>,
        #[serde(default = "truth")]
        lift: bool,
        kind: Kind,
    }

    fn truth() -> bool {
        true
    }

    #[derive(serde::Deserialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    enum Kind {
        /// A house
        House,
        /// A flat
        Flat,
    }

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its schema is used")]
    struct Nested {
        inner: Vec<Address>,
    }

    #[test]
    fn a_flat_struct_becomes_a_form() {
        let form = form_of::<Address>(None).ok().unwrap();
        assert!(!form.wrapped);
        assert_eq!(
            Value::Object(form.schema),
            json!({
                "type": "object",
                "properties": {
                    "street": {"type": "string", "description": "Where to."},
                    "floor": {"type": "integer", "minimum": 0, "maximum": 255},
                    "lift": {"type": "boolean", "default": true},
                    "kind": {"type": "string", "oneOf": [
                        {"const": "house", "title": "A house"},
                        {"const": "flat", "title": "A flat"},
                    ]},
                },
                "required": ["street", "kind"],
            })
        );
    }

    #[test]
    fn a_given_schema_has_no_boolean_schemas_and_is_one() {
        let given = |schema: Value| form_of::<Value>(schema.as_object().cloned());
        let form = given(json!({"type": "object", "properties": {"a": true}})).ok();
        assert_eq!(form.unwrap().schema["properties"], json!({"a": {}}));
        let refused = given(json!({"type": "objekt"})).err().unwrap();
        let AskError::Unaskable(problem) = refused else {
            panic!("{refused:?}")
        };
        let start = "the schema of the form is not a JSON schema: `type` is \"objekt\", expected";
        assert!(problem.starts_with(start), "{problem}");
    }

    #[test]
    fn a_plain_value_is_wrapped_and_a_nested_one_is_refused() {
        let form = form_of::<String>(None).ok().unwrap();
        assert!(form.wrapped);
        assert_eq!(
            form.schema["properties"],
            json!({"value": {"type": "string"}})
        );
        let refused = form_of::<Nested>(None).err().unwrap();
        assert_eq!(
            refused,
            AskError::Unaskable(
                "a form is flat, but its field `inner` is not a plain value".into()
            )
        );
    }
}
