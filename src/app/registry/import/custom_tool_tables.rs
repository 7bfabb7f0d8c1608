//! `tools import h_custom_tool`: the tools of the tables `h_custom_tool` and `h_custom_tool_param`.
//!
//! A row of the first table is a tool, `SQL` or `PYTHON` (an expression), and the rows of the second
//! one that refer to it are its parameters. The registry understands their names and values, so a row
//! becomes a definition as it is.

use std::{collections::BTreeMap, sync::Arc};

use serde_json::{Map, Value, json};
use toolwright::cli::Failure;
use toolwright_engines::postgres::{Database, QueryError};
use toolwright_registry::{Registry, ToolSpec};

use crate::app::registry::{
    arguments::WriteArguments,
    definitions::{LocalTools, commands::put},
};

const TOOLS: &str = "SELECT id::text, name::text, description_agent::text, description_user::text, \
     tool_type::text, definition::text, is_active::text, created_by::text, reg_dt::text \
     FROM h_custom_tool ORDER BY id";
const PARAMETERS: &str = "SELECT tool_id::text, param_name::text, param_type::text, is_required::text, \
     description::text FROM h_custom_tool_param ORDER BY id";

/// The names of the columns after the id, as a definition has them.
const TOOL_FIELDS: [&str; 8] = [
    "name",
    "description_agent",
    "description_user",
    "tool_type",
    "definition",
    "is_active",
    "created_by",
    "reg_dt",
];
const PARAMETER_FIELDS: [&str; 4] = ["param_name", "param_type", "is_required", "description"];

/// The arguments of `tools import h_custom_tool`.
#[derive(Debug, clap::Args)]
pub(in crate::app::registry) struct CustomToolTablesArguments {
    /// Import this tool only; may be repeated
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// What SQL tools return: all rows, or the first one
    #[arg(long, value_name = "FORM", default_value = "rows", value_parser = ["rows", "row"])]
    result: String,
    #[command(flatten)]
    write: WriteArguments,
}

type Row = Vec<Option<String>>;

/// Imports the tools of the tables, all or none.
pub(super) async fn import(
    registry: &Registry,
    arguments: CustomToolTablesArguments,
) -> Result<(), Failure> {
    let engines = registry.engines();
    let definitions = definitions(&engines.sql.database, &arguments.result).await;
    let definitions = definitions.map_err(|error| {
        Failure::because(format!(
            "the tables of custom tools cannot be read: {error}"
        ))
    })?;
    let is_wanted =
        |name: &str| arguments.only.is_empty() || arguments.only.iter().any(|only| only == name);
    let (mut specs, mut problems) = (Vec::new(), Vec::new());
    for (name, json) in definitions {
        if !is_wanted(&name) {
            continue;
        }
        match ToolSpec::of_json(&name, &json, engines) {
            Ok(spec) => specs.push(Arc::new(spec)),
            Err(invalid) => problems.push(invalid.to_string()),
        }
    }
    for name in &arguments.only {
        if !specs.iter().any(|spec| spec.name() == name) && problems.is_empty() {
            problems.push(format!("`h_custom_tool` has no tool `{name}`"));
        }
    }
    match problems.is_empty() {
        true => {
            let place = LocalTools(registry);
            let drafts = place.derived(specs).await?;
            put(&place, drafts, arguments.write).await
        }
        false => Err(Failure::because(problems.join("\n"))),
    }
}

/// Returns the names and definitions of all tools.
async fn definitions(
    database: &Database,
    result: &str,
) -> Result<Vec<(String, Map<String, Value>)>, QueryError> {
    let mut parameters: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for row in database.query(PARAMETERS, &[]).await? {
        let (tool, fields) = fields(row, &PARAMETER_FIELDS);
        parameters.entry(tool).or_default().push(fields.into());
    }
    let tools = database.query(TOOLS, &[]).await?.into_iter().map(|row| {
        let (id, fields) = fields(row, &TOOL_FIELDS);
        let parameters = parameters.remove(&id).unwrap_or_default();
        definition(fields, parameters, result)
    });
    Ok(tools.collect())
}

/// Returns the first value of a row, and the others by their names. Null is absent.
fn fields(row: Row, names: &[&str]) -> (String, Map<String, Value>) {
    let mut values = row.into_iter();
    let id = values.next().flatten().unwrap_or_default();
    let named = names.iter().zip(values);
    let fields = named.filter_map(|(name, value)| Some(((*name).to_owned(), json!(value?))));
    (id, fields.collect())
}

/// Returns the name and the definition of a tool.
fn definition(
    mut fields: Map<String, Value>,
    parameters: Vec<Value>,
    result: &str,
) -> (String, Map<String, Value>) {
    let name = text(&fields, "name");
    let is_sql = text(&fields, "tool_type").eq_ignore_ascii_case("sql");
    if !fields.contains_key("description_agent") {
        let other = fields.get("description_user").cloned();
        fields.insert(
            "description_agent".into(),
            other.unwrap_or_else(|| json!(name)),
        );
    }
    fields.insert("parameters".into(), parameters.into());
    match config(&text(&fields, "definition"), is_sql) {
        Some(config) => {
            fields.remove("definition");
            fields.insert("config".into(), config);
        }
        None if is_sql => drop(fields.insert("result".into(), json!(result))),
        None => {}
    }
    (name, fields)
}

fn text(fields: &Map<String, Value>, name: &str) -> String {
    fields
        .get(name)
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned()
}

/// Returns the configuration of a tool whose `definition` is JSON and not the text itself. An
/// expression may look like JSON too.
fn config(definition: &str, is_sql: bool) -> Option<Value> {
    let field = if is_sql { "query" } else { "expression" };
    let value: Value = serde_json::from_str(definition).ok()?;
    value.get(field).is_some().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_becomes_a_definition_with_the_names_of_its_columns() {
        let row = |values: &[&str]| {
            values
                .iter()
                .map(|value| Some((*value).to_owned()))
                .collect()
        };
        let parameter = fields(row(&["7", "a", "NUMBER", "N"]), &PARAMETER_FIELDS);
        let values = [
            "7",
            "double",
            "두 배",
            "사용자",
            "PYTHON",
            "a * 2",
            "Y",
            "admin",
            "2026-11-16",
        ];
        let (id, tool) = fields(row(&values), &TOOL_FIELDS);
        assert_eq!((id.as_str(), parameter.0.as_str()), ("7", "7"));
        let (name, json) = definition(tool, vec![parameter.1.into()], "rows");
        assert_eq!(name, "double");
        assert_eq!(
            Value::Object(json),
            json!({
                "name": "double", "description_agent": "두 배", "description_user": "사용자",
                "tool_type": "PYTHON", "definition": "a * 2", "is_active": "Y",
                "created_by": "admin", "reg_dt": "2026-11-16",
                "parameters": [{"param_name": "a", "param_type": "NUMBER", "is_required": "N"}],
            })
        );
    }

    #[test]
    fn a_definition_is_text_or_json_with_the_field_of_its_kind() {
        assert_eq!(config("SELECT 1", true), None);
        assert_eq!(
            config(r#"{"query": "SELECT 1", "result": "row"}"#, true),
            Some(json!({"query": "SELECT 1", "result": "row"}))
        );
        assert_eq!(config(r#"{"a": 1}"#, false), None);
        assert_eq!(config("1", false), None);
    }
}
