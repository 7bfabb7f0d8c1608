//! [`Parameter`]: a property of a schema, as a person reads it and types it.

use serde_json::{Map, Value};

/// One property of a tool's input, or one field of a form.
#[derive(Debug, Clone, Copy)]
pub(super) struct Parameter<'a> {
    pub(super) name: &'a str,
    pub(super) schema: &'a Value,
    pub(super) is_required: bool,
}

/// The properties of a schema of type `object`, in its order.
pub(super) fn parameters_of(schema: &Value) -> Vec<Parameter<'_>> {
    let required = schema["required"].as_array();
    let is_required =
        |name: &str| required.is_some_and(|names| names.iter().any(|one| one == name));
    let properties = schema["properties"].as_object();
    properties
        .into_iter()
        .flatten()
        .map(|(name, schema)| Parameter {
            name,
            schema,
            is_required: is_required(name),
        })
        .collect()
}

impl Parameter<'_> {
    /// Its type in words: `integer 1..100`, `low|high`, `array of string`.
    pub(super) fn kind(&self) -> String {
        kind(self.schema)
    }

    /// What is taken where nothing is said.
    pub(super) fn default(&self) -> Option<&Value> {
        self.schema.get("default")
    }

    pub(super) fn is_switch(&self) -> bool {
        self.schema["type"] == "boolean"
    }

    pub(super) fn description(&self) -> &str {
        self.schema["description"].as_str().unwrap_or_default()
    }

    /// The value that `text` is. A string is the text as it is, anything else is JSON; where both fit, JSON that can be read is.
    pub(super) fn read(&self, text: &str) -> Result<Value, String> {
        let takes = types(self.schema);
        if takes == ["string"] {
            return Ok(Value::String(text.to_owned()));
        }
        match serde_json::from_str(text) {
            Ok(value) => Ok(value),
            Err(_) if takes.is_empty() || takes.contains(&"string") => {
                Ok(Value::String(text.to_owned()))
            }
            Err(_) => Err(format!(
                "`{}`: got `{text}`, wanted {} (as JSON)",
                self.name,
                self.kind()
            )),
        }
    }
}

/// The types that fit a schema; none where everything does.
fn types(schema: &Value) -> Vec<&str> {
    let mut found: Vec<&str> = match (&schema["type"], options(schema)) {
        (Value::String(kind), _) => vec![kind],
        (Value::Array(kinds), _) => kinds.iter().filter_map(Value::as_str).collect(),
        (_, Some(options)) => options.iter().flat_map(types).collect(),
        _ => values(schema).map(type_of).collect(),
    };
    found.retain(|kind| *kind != "null");
    found.sort_unstable();
    found.dedup();
    found
}

const fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn kind(schema: &Value) -> String {
    let named: Vec<String> = values(schema).map(plain).collect();
    if !named.is_empty() {
        return named.join("|");
    }
    if let Some(options) = options(schema) {
        let is_choice = options.iter().all(|option| option.get("const").is_some());
        let kinds: Vec<String> = options
            .iter()
            .filter(|option| option["type"] != "null")
            .map(kind)
            .collect();
        return kinds.join(if is_choice { "|" } else { " or " });
    }
    match types(schema).as_slice() {
        [] => "anything".into(),
        ["array"] if schema.get("items").is_some() => {
            format!("array of {}", kind(&schema["items"]))
        }
        ["string"] => match schema["format"].as_str() {
            Some(format) => format!("string ({format})"),
            None => "string".into(),
        },
        [kind @ ("integer" | "number")] => ranged(kind, schema),
        kinds => kinds.join(" or "),
    }
}

fn ranged(kind: &str, schema: &Value) -> String {
    match (schema.get("minimum"), schema.get("maximum")) {
        (Some(least), Some(most)) => format!("{kind} {least}..{most}"),
        (Some(least), None) => format!("{kind} from {least}"),
        (None, Some(most)) => format!("{kind} to {most}"),
        (None, None) => kind.to_owned(),
    }
}

fn options(schema: &Value) -> Option<&Vec<Value>> {
    schema["oneOf"].as_array().or(schema["anyOf"].as_array())
}

/// The values that a schema enumerates.
fn values(schema: &Value) -> impl Iterator<Item = &Value> {
    let list = schema["enum"].as_array().into_iter().flatten();
    list.chain(schema.get("const"))
}

/// A value as a person writes it: text without quotes.
pub(super) fn plain(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), ToOwned::to_owned)
}

/// Reads `KEY=VALUE` pairs as the arguments of a tool with this input schema.
pub(super) fn read_pairs(pairs: &[String], schema: &Value) -> Result<Map<String, Value>, String> {
    let parameters = parameters_of(schema);
    let mut arguments = Map::new();
    for pair in pairs {
        let (name, text) = pair
            .split_once('=')
            .ok_or_else(|| format!("`{pair}` is not an argument: KEY=VALUE is wanted"))?;
        let parameter = parameters
            .iter()
            .find(|parameter| parameter.name == name)
            .copied();
        let parameter = match parameter {
            Some(parameter) => parameter,
            None if schema["additionalProperties"] == false => {
                return Err(unknown(name, &parameters));
            }
            None => Parameter {
                name,
                schema: &Value::Null,
                is_required: false,
            },
        };
        if arguments
            .insert(name.to_owned(), parameter.read(text)?)
            .is_some()
        {
            return Err(format!("`{name}` is given twice"));
        }
    }
    Ok(arguments)
}

fn unknown(name: &str, parameters: &[Parameter<'_>]) -> String {
    let known = parameters.iter().map(|parameter| parameter.name);
    let suggestion = super::suggestion::did_you_mean(name, known.clone());
    if !suggestion.is_empty() {
        return format!("there is no parameter `{name}`{suggestion}");
    }
    let known: Vec<String> = known.map(|name| format!("`{name}`")).collect();
    if known.is_empty() {
        return format!("there is no parameter `{name}`: this tool takes none");
    }
    format!(
        "there is no parameter `{name}`: this tool takes {}",
        known.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn schema() -> Value {
        json!({
            "type": "object",
            "properties": {
                "title": {"type": "string"},
                "count": {"type": "integer", "minimum": 1, "maximum": 9},
                "done": {"type": "boolean", "default": false},
                "tags": {"type": "array", "items": {"type": "string"}},
                "level": {"oneOf": [{"const": "low"}, {"const": "high"}]},
                "size": {"type": "string", "enum": ["s", "m"]},
                "when": {"type": "string", "format": "date"},
                "either": {"type": ["string", "integer", "null"]},
                "any": {},
            },
            "required": ["title"],
            "additionalProperties": false,
        })
    }

    fn read(pairs: &[&str]) -> Result<Value, String> {
        let pairs: Vec<String> = pairs.iter().map(ToString::to_string).collect();
        read_pairs(&pairs, &schema()).map(Value::Object)
    }

    #[test]
    fn types_are_told_in_words() {
        let schema = schema();
        let kinds: Vec<String> = parameters_of(&schema).iter().map(Parameter::kind).collect();
        assert_eq!(
            kinds,
            [
                "string",
                "integer 1..9",
                "boolean",
                "array of string",
                "low|high",
                "s|m",
                "string (date)",
                "integer or string",
                "anything",
            ]
        );
    }

    #[test]
    fn a_string_is_taken_as_it_is_and_the_rest_is_json() {
        assert_eq!(
            read(&[
                "title=12=x",
                "count=3",
                "done=true",
                "tags=[\"a\"]",
                "level=low",
                "size=s"
            ]),
            Ok(
                json!({"title": "12=x", "count": 3, "done": true, "tags": ["a"], "level": "low", "size": "s"})
            )
        );
    }

    #[test]
    fn where_text_and_json_fit_json_is_taken_if_it_can_be_read() {
        assert_eq!(
            read(&["either=7", "any=[1]"]),
            Ok(json!({"either": 7, "any": [1]}))
        );
        assert_eq!(
            read(&["either=seven", "any=x"]),
            Ok(json!({"either": "seven", "any": "x"}))
        );
    }

    #[test]
    fn what_does_not_fit_is_refused_with_what_is_wanted() {
        let refused = |pair: &str| read(&[pair]).err().unwrap_or_default();
        assert_eq!(
            refused("count=three"),
            "`count`: got `three`, wanted integer 1..9 (as JSON)"
        );
        assert_eq!(
            refused("title"),
            "`title` is not an argument: KEY=VALUE is wanted"
        );
        assert_eq!(
            refused("titel=x"),
            "there is no parameter `titel`: did you mean `title`?"
        );
        assert_eq!(
            read(&["title=a", "title=b"]).err().unwrap_or_default(),
            "`title` is given twice"
        );
    }
}
