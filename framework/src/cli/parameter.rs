//! Parameters of a call on the command line, and the suggestion of a similar name for an unknown one.

use serde_json::{Map, Value};

/// A parameter of a tool, or a field of a form.
#[derive(Debug, Clone, Copy)]
pub(super) struct CliParameter<'a> {
    pub(super) name: &'a str,
    pub(super) schema: &'a Value,
    pub(super) is_required: bool,
}

/// Returns the properties of a schema of type `object`, in their order.
pub(super) fn parameters_of(schema: &Value) -> Vec<CliParameter<'_>> {
    let required = schema["required"].as_array();
    let is_required =
        |name: &str| required.is_some_and(|names| names.iter().any(|one| one == name));
    let properties = schema["properties"].as_object();
    properties
        .into_iter()
        .flatten()
        .map(|(name, schema)| CliParameter {
            name,
            schema,
            is_required: is_required(name),
        })
        .collect()
}

impl CliParameter<'_> {
    /// Describes the type: `integer 1..100`, `low|high`, `array of string`.
    pub(super) fn kind(&self) -> String {
        kind(self.schema)
    }

    pub(super) fn default(&self) -> Option<&Value> {
        self.schema.get("default")
    }

    pub(super) fn is_boolean(&self) -> bool {
        self.schema["type"] == "boolean"
    }

    pub(super) fn description(&self) -> &str {
        self.schema["description"].as_str().unwrap_or_default()
    }

    /// Parses a value: literally if the type is `string`, otherwise as JSON.
    ///
    /// If the type allows strings and others, text that is not JSON is a string.
    pub(super) fn parse(&self, text: &str) -> Result<Value, String> {
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
                "`{}`: expected {} as JSON, got `{text}`",
                self.name,
                self.kind()
            )),
        }
    }
}

/// Returns the types that a schema allows, without `null`; none if it allows everything.
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

/// Returns the values that a schema enumerates.
fn values(schema: &Value) -> impl Iterator<Item = &Value> {
    let list = schema["enum"].as_array().into_iter().flatten();
    list.chain(schema.get("const"))
}

/// Formats a value for people: a string without quotes, anything else as JSON.
pub(super) fn plain(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), ToOwned::to_owned)
}

/// Parses `KEY=VALUE` pairs as the arguments of a tool with this input schema.
pub(super) fn parse_pairs(pairs: &[String], schema: &Value) -> Result<Map<String, Value>, String> {
    let parameters = parameters_of(schema);
    let mut arguments = Map::new();
    for pair in pairs {
        let (name, text) = pair
            .split_once('=')
            .ok_or_else(|| format!("`{pair}` is not an argument: expected KEY=VALUE"))?;
        let parameter = parameters
            .iter()
            .find(|parameter| parameter.name == name)
            .copied();
        let parameter = match parameter {
            Some(parameter) => parameter,
            None if schema["additionalProperties"] == false => {
                return Err(unknown(name, &parameters));
            }
            None => CliParameter {
                name,
                schema: &Value::Null,
                is_required: false,
            },
        };
        if arguments
            .insert(name.to_owned(), parameter.parse(text)?)
            .is_some()
        {
            return Err(format!("`{name}` is given twice"));
        }
    }
    Ok(arguments)
}

fn unknown(name: &str, parameters: &[CliParameter<'_>]) -> String {
    let known = parameters.iter().map(|parameter| parameter.name);
    let suggestion = did_you_mean(name, known.clone());
    if !suggestion.is_empty() {
        return format!("there is no parameter `{name}`{suggestion}");
    }
    let known: Vec<String> = known.map(|name| format!("`{name}`")).collect();
    if known.is_empty() {
        return format!("there is no parameter `{name}`: the tool has no parameters");
    }
    format!(
        "there is no parameter `{name}`: the tool has {}",
        known.join(", ")
    )
}

/// The minimum similarity of a suggestion, from 0 to 1.
const MIN_SIMILARITY: f64 = 0.7;

/// Returns `: did you mean …?` if one of the `known` names is similar, or an empty string.
pub(super) fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let nearest = known
        .into_iter()
        .map(|known| (strsim::jaro_winkler(name, known), known))
        .filter(|(similarity, _)| *similarity >= MIN_SIMILARITY)
        .max_by(|(one, _), (other, _)| one.total_cmp(other));
    nearest.map_or_else(String::new, |(_, known)| {
        format!(": did you mean `{known}`?")
    })
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
        parse_pairs(&pairs, &schema()).map(Value::Object)
    }

    #[test]
    fn types_are_described() {
        let schema = schema();
        let kinds: Vec<String> = parameters_of(&schema)
            .iter()
            .map(CliParameter::kind)
            .collect();
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
    fn strings_are_literal_and_other_values_are_json() {
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
    fn json_is_preferred_if_strings_are_allowed_too() {
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
    fn an_error_names_the_parameter_and_the_expected_type() {
        let refused = |pair: &str| read(&[pair]).err().unwrap_or_default();
        assert_eq!(
            refused("count=three"),
            "`count`: expected integer 1..9 as JSON, got `three`"
        );
        assert_eq!(
            refused("title"),
            "`title` is not an argument: expected KEY=VALUE"
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

    #[test]
    fn only_a_similar_name_is_suggested() {
        let known = ["add_todo", "list_todos", "delete_todo"];
        assert_eq!(did_you_mean("addtodo", known), ": did you mean `add_todo`?");
        assert_eq!(
            did_you_mean("list_todo", known),
            ": did you mean `list_todos`?"
        );
        assert_eq!(did_you_mean("weather", known), "");
        assert_eq!(did_you_mean("add", []), "");
    }
}
