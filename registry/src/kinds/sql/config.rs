//! [`SqlConfig`]: the configuration of a `sql` tool.

use serde_json::json;
use toolwright::schema::Schema;
use toolwright_engines::postgres::ReadStatement;

use super::{engine::SqlEngine, places::Places};
use crate::{
    jsonc::{Fields, Node},
    kinds::kind::Engines,
    parameters::Parameters,
    texts,
};

/// A statement that reads, and what becomes of its rows.
#[derive(Debug, Clone)]
pub(super) struct SqlConfig {
    /// The database that is read.
    pub(super) engine: SqlEngine,
    pub(super) statement: ReadStatement,
    /// The name of `$1`, `$2`, ….
    pub(super) names: Vec<String>,
    pub(super) result: ResultForm,
    pub(super) is_declared: bool,
}

/// The form in which rows are returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ResultForm {
    Rows,
    Row,
    Value,
    Text,
}

impl SqlConfig {
    pub(super) fn read(
        config: &Fields<'_>,
        parameters: &Parameters,
        engines: &Engines,
    ) -> Option<Self> {
        let engine = match config.take(&["database"]) {
            None => Some(&engines.sql),
            Some(node) => find_database(&node, engines),
        };
        let query = config.required(&["query", "definition"]);
        let result = match config.take(&["result"]) {
            None => Some(ResultForm::Rows),
            Some(node) => read_result(&node),
        };
        let (query, engine) = (query?, engine?);
        let places = match Places::find(query.words()?) {
            Ok(places) => places,
            Err(message) => {
                query.problem(message);
                return None;
            }
        };
        let statement = match engine.checker.check(&places.sql) {
            Ok(statement) => statement,
            Err(refusal) => {
                query.problem(refusal.text());
                return None;
            }
        };
        if parameters.is_declared() {
            check_names(&query, &places.names, parameters);
        }
        Some(Self {
            engine: engine.clone(),
            statement,
            names: places.names,
            result: result?,
            is_declared: parameters.is_declared(),
        })
    }

    /// Returns parameters of any type, for a query whose author declared none.
    pub(super) fn untyped(&self) -> Parameters {
        let properties: Schema = self
            .names
            .iter()
            .map(|name| (name.clone(), json!({})))
            .collect();
        let schema = json!({
            "type": "object", "properties": properties, "required": self.names,
            "additionalProperties": false,
        });
        Parameters::of_schema(schema.as_object().cloned().unwrap_or_default())
    }
}

/// Returns the database of this name.
fn find_database<'a>(node: &Node<'_>, engines: &'a Engines) -> Option<&'a SqlEngine> {
    let name = node.words()?;
    let found = engines.databases.get(name);
    if found.is_none() {
        let names = engines.databases.keys();
        let names: Vec<_> = names.map(|name| format!("`{name}`")).collect();
        node.problem(match names.is_empty() {
            true => texts::unlisted_database(name),
            false => texts::unknown_database(name, names.join(", ")),
        });
    }
    found
}

fn read_result(node: &Node<'_>) -> Option<ResultForm> {
    match node.text()? {
        "rows" => Some(ResultForm::Rows),
        "row" => Some(ResultForm::Row),
        "value" => Some(ResultForm::Value),
        "text" => Some(ResultForm::Text),
        other => {
            node.problem(texts::unknown_result_form(other));
            None
        }
    }
}

/// Refuses places without a parameter and parameters without a place.
fn check_names(query: &Node<'_>, names: &[String], parameters: &Parameters) {
    let used = names.iter().map(String::as_str);
    parameters.check_names(query, used, |name| format!(":{name}"));
    for parameter in parameters
        .iter()
        .filter(|parameter| !names.contains(&parameter.name))
    {
        let name = &parameter.name;
        query.problem(texts::parameter_without_place_in_query(name));
    }
}
