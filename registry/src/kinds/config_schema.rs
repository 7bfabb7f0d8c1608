//! [`config_schema_of`]: the JSON schema of a `config`, from a Rust type; [`schema_differences`]:
//! whether it has the fields that the kind reads.

use schemars::JsonSchema;
use serde_json::{Value, json};
use toolwright::schema::{Schema, schema_of};

use super::kind::{Engines, Kind, Surroundings};
use crate::{
    jsonc::{Invalid, Node, Problems, parse},
    parameters::Parameters,
};

/// Returns the JSON schema of the `config` that `T` describes, a struct whose fields have the names
/// and the types of those in `config`.
///
/// The doc comment of a field is its description, an `Option` is a field that may be left out, and
/// other fields than those of `T` are refused, as the readers of all kinds do.
///
/// ```
/// use schemars::JsonSchema;
/// use serde_json::json;
/// use toolwright_registry::kinds::config_schema_of;
///
/// #[derive(JsonSchema)]
/// struct ShoutFields {
///     /// What each text ends with.
///     suffix: Option<String>,
/// }
///
/// assert_eq!(
///     serde_json::Value::Object(config_schema_of::<ShoutFields>()),
///     json!({
///         "type": "object",
///         "properties": {"suffix": {"description": "What each text ends with.", "type": "string"}},
///         "additionalProperties": false,
///     })
/// );
/// ```
#[must_use]
pub fn config_schema_of<T: JsonSchema>() -> Schema {
    let mut schema = schema_of::<T>();
    schema.remove("title");
    schema.remove("description");
    tidy(&mut schema);
    schema
}

/// Compares the fields that a kind asks for when it reads `config`, a JSON object without mistakes,
/// with the properties of its [schema](Kind::config_schema). Returns a sentence for each field that
/// only one of both has.
///
/// A kind reads its configuration by hand, so that its messages can be good. The test of a kind
/// asserts that there is no difference.
///
/// # Errors
/// If there is a mistake in `config`.
pub fn schema_differences(
    kind: &dyn Kind,
    config: &str,
    engines: &Engines,
) -> Result<Vec<String>, Invalid> {
    let problems = Problems::of(config);
    let asked = parse(config, &problems).and_then(|tree| {
        let fields = Node::root(&tree, "config", &problems).object()?;
        let around = Surroundings {
            name: "sample",
            parameters: &Parameters::none(),
            auth: None,
            is_described: true,
            engines,
        };
        kind.parse(&fields, around)?;
        let asked = fields.asked();
        fields.finish();
        Some(asked)
    });
    let asked = problems.into_result(kind.name(), asked)?;
    let schema = kind.config_schema();
    let properties = schema.get("properties").and_then(Value::as_object);
    let described: Vec<&String> = properties.into_iter().flat_map(Schema::keys).collect();
    let undescribed = asked
        .iter()
        .filter(|name| !described.iter().any(|one| one == *name));
    let unread = described
        .iter()
        .filter(|name| !asked.contains(&name.as_str()));
    Ok(undescribed
        .map(|name| format!("`{name}` is read and not in the schema"))
        .chain(unread.map(|name| format!("`{name}` is in the schema and not read")))
        .collect())
}

/// Removes `null` from the types of fields, and refuses other fields, in a schema of a struct and
/// those inside of it.
fn tidy(schema: &mut Schema) {
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        for property in properties.values_mut().filter_map(Value::as_object_mut) {
            remove_null(property);
            tidy(property);
        }
        schema.insert("additionalProperties".into(), json!(false));
    } else if let Some(Value::Object(values)) = schema.get_mut("additionalProperties") {
        values.remove("description");
        tidy(values);
    }
}

/// Removes `null`, which a reader takes for a field that is absent.
fn remove_null(property: &mut Schema) {
    for key in ["type", "enum"] {
        if let Some(Value::Array(options)) = property.get_mut(key) {
            options.retain(|option| !(option.is_null() || (key == "type" && option == "null")));
            if key == "type"
                && let [only] = &options[..]
            {
                let only = only.clone();
                property.insert(key.into(), only);
            }
        }
    }
    if let Some(Value::Array(options)) = property.get("anyOf")
        && let [Value::Object(one), other] = &options[..]
        && *other == json!({"type": "null"})
    {
        let one = one.clone();
        property.remove("anyOf");
        for (key, value) in one {
            property.entry(key).or_insert(value);
        }
    }
}
