//! [`TableRow`]: a definition as the columns of its row. [`ToolColumns`] are those of a tool.

use serde_json::{Map, Value, json};

use tokio_postgres::types::{ToSql, Type};

use crate::{agent::Agent, definition::Definition, spec::ToolSpec};

/// The value of a column. JSON is text here; the statement casts it.
#[derive(Debug)]
pub enum ColumnValue {
    Text(Option<String>),
    Flag(bool),
}

impl ColumnValue {
    /// Returns the value as a parameter of a statement.
    pub(super) const fn parameter(&self) -> (&(dyn ToSql + Sync), Type) {
        match self {
            Self::Text(text) => (text, Type::TEXT),
            Self::Flag(flag) => (flag, Type::BOOL),
        }
    }
}

impl From<&str> for ColumnValue {
    fn from(text: &str) -> Self {
        Self::Text(Some(text.to_owned()))
    }
}

/// A definition that has a table.
pub trait TableRow: Definition {
    /// The table.
    const TABLE: &'static str;
    /// The table of all versions.
    const VERSIONS: &'static str;
    /// The columns that say what a definition says, beside its name, each with the expression of its
    /// value, `$`.
    const COLUMNS: &'static [(&'static str, &'static str)];

    /// Returns the values of the columns.
    fn values(&self) -> Vec<ColumnValue>;
}

const OWNER: (&str, &str) = ("owner_id", "{schema}.user_id($)");
/// Casts text to JSON.
const JSON: &str = "$::text::jsonb";

impl TableRow for ToolSpec {
    const TABLE: &'static str = "tools";
    const VERSIONS: &'static str = "tool_versions";
    const COLUMNS: &'static [(&'static str, &'static str)] = &[
        OWNER,
        ("description", "$"),
        ("tool_type", "$"),
        ("config", JSON),
        ("input_schema", JSON),
        ("output_schema", JSON),
        ("auth_config", JSON),
        ("rate_limit", JSON),
        ("is_active", "$"),
        ("is_public", "$"),
        ("definition", "$"),
    ];

    fn values(&self) -> Vec<ColumnValue> {
        use ColumnValue::{Flag, Text};
        let columns = ToolColumns::of(self);
        vec![
            Text(columns.owner),
            Text(columns.description),
            columns.tool_type.into(),
            Text(Some(columns.config)),
            Text(Some(columns.input_schema)),
            Text(columns.output_schema),
            Text(columns.auth_config),
            Text(columns.rate_limit),
            Flag(columns.is_active),
            Flag(columns.is_public),
            Text(Some(columns.definition)),
        ]
    }
}

impl TableRow for Agent {
    const TABLE: &'static str = "agents";
    const VERSIONS: &'static str = "agent_versions";
    const COLUMNS: &'static [(&'static str, &'static str)] = &[
        OWNER,
        ("description", "$"),
        ("model_provider", "$"),
        ("model_name", "$"),
        ("system_prompt", "$"),
        ("config", JSON),
        ("tools", JSON),
        ("memory_config", JSON),
        ("is_active", "$"),
        ("is_public", "$"),
        ("definition", "$"),
    ];

    fn values(&self) -> Vec<ColumnValue> {
        use ColumnValue::{Flag, Text};
        let owned = |text: Option<&str>| Text(text.map(ToOwned::to_owned));
        let json = |names: [&str; 2]| {
            let mut found = names.iter().filter_map(|name| self.json().get(*name));
            found.find(|value| !value.is_null()).map(Value::to_string)
        };
        let or = |text: Option<String>, default: &str| Text(Some(text.unwrap_or(default.into())));
        vec![
            owned(self.owner()),
            owned(self.description()),
            self.provider().name().into(),
            self.model().into(),
            owned(self.system_prompt()),
            or(json(["config", "parameters"]), "{}"),
            or(json(["tools"; 2]), "[]"),
            Text(json(["memory_config", "memory"])),
            Flag(self.is_active()),
            Flag(self.is_public()),
            Text(Some(serde_json::to_string(self.json()).unwrap_or_default())),
        ]
    }
}

/// The columns that say what the definition of a tool says. JSON is text here; the statement casts it.
#[derive(Debug)]
pub(super) struct ToolColumns {
    pub(super) owner: Option<String>,
    pub(super) description: Option<String>,
    pub(super) tool_type: &'static str,
    pub(super) config: String,
    pub(super) input_schema: String,
    pub(super) output_schema: Option<String>,
    pub(super) auth_config: Option<String>,
    pub(super) rate_limit: Option<String>,
    pub(super) is_active: bool,
    pub(super) is_public: bool,
    pub(super) definition: String,
}

impl ToolColumns {
    /// Returns the columns of a definition.
    pub(super) fn of(spec: &ToolSpec) -> Self {
        let json = spec.json();
        let field = |names: [&str; 2]| names.into_iter().find_map(|name| json.get(name));
        let object = |names| field(names).filter(|value| value.is_object());
        let text = |value: &Value| value.to_string();
        let description = field(["description", "description_agent"]).and_then(Value::as_str);
        Self {
            owner: spec.owner().map(ToOwned::to_owned),
            description: description.map(ToOwned::to_owned),
            tool_type: spec.kind().name(),
            config: Value::Object(config(spec)).to_string(),
            input_schema: spec
                .declared_schema()
                .map_or_else(|| "{}".to_owned(), |schema| json!(schema).to_string()),
            output_schema: object(["output_schema"; 2]).map(text),
            auth_config: object(["auth", "auth_config"]).map(text),
            rate_limit: object(["rate_limit"; 2]).map(text),
            is_active: spec.is_active(),
            is_public: spec.is_public(),
            definition: serde_json::to_string(json).unwrap_or_default(),
        }
    }
}

/// Returns the configuration of the kind, also of a definition that has it as `definition`.
fn config(spec: &ToolSpec) -> Map<String, Value> {
    if let Some(Value::Object(config)) = spec.json().get("config") {
        return config.clone();
    }
    match (spec.json().get("definition"), spec.kind().text_field()) {
        (Some(Value::Object(config)), _) => config.clone(),
        (Some(Value::String(text)), Some(field)) => match serde_json::from_str(text) {
            Ok(Value::Object(config)) if config.contains_key(field) => config,
            _ => Map::from_iter([(field.to_owned(), text.as_str().into())]),
        },
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::tests::engines;

    fn columns(json: &Value) -> ToolColumns {
        let engines = engines(Path::new("/"));
        ToolColumns::of(&ToolSpec::parse("", &json.to_string(), &engines).unwrap())
    }

    #[test]
    fn a_definition_is_told_apart_into_its_columns() {
        let columns = columns(&json!({
            "name": "double", "type": "PYTHON", "description_agent": "Doubles.", "definition": "n * 2",
            "parameters": [{"name": "n", "type": "number", "required": true}],
            "rate_limit": {"requests_per_minute": 6}, "owner": "ada", "is_active": false,
        }));
        assert_eq!(columns.tool_type, "expression");
        assert_eq!(columns.description.as_deref(), Some("Doubles."));
        assert_eq!(columns.config, r#"{"expression":"n * 2"}"#);
        let schema: Value = serde_json::from_str(&columns.input_schema).unwrap();
        assert_eq!(schema["required"], json!(["n"]));
        assert_eq!(
            columns.rate_limit.as_deref(),
            Some(r#"{"requests_per_minute":6}"#)
        );
        assert_eq!(columns.owner.as_deref(), Some("ada"));
        assert_eq!((columns.is_active, columns.is_public), (false, false));
        assert_eq!((columns.output_schema, columns.auth_config), (None, None));
    }

    #[test]
    fn what_nobody_declared_is_no_schema() {
        let columns = columns(&json!({
            "name": "one", "type": "expression", "description": "d", "config": {"expression": "1"},
        }));
        assert_eq!(columns.input_schema, "{}");
        assert!(columns.is_public);
    }
}
