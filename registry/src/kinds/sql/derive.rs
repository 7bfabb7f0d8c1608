//! The types of a query, as the database describes them.

use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};
use toolwright_base::CodedText;
use toolwright_engines::postgres::{QueryError, ResultColumn, StatementDescription};

use super::config::{ResultForm, SqlConfig};
use crate::{
    kinds::interface::{Described, DescribedValue},
    parameters::{ParameterType, Parameters},
    texts,
};

/// How long the database may take to describe a query.
const TIMEOUT: Duration = Duration::from_secs(30);

/// The SQLSTATEs of a parameter whose type the database cannot tell: `ambiguous_parameter` and
/// `indeterminate_datatype`.
const UNKNOWN_TYPE: [&str; 2] = ["42P08", "42P18"];

fn described(name: &str, schema: &Value, database_type: &str) -> DescribedValue {
    let json_type = schema.get("type").and_then(Value::as_str);
    DescribedValue {
        name: name.to_owned(),
        json_type: json_type.unwrap_or("any").to_owned(),
        database_type: database_type.to_owned(),
    }
}

impl SqlConfig {
    /// Asks the database for the types of parameters and columns.
    ///
    /// # Errors
    /// If the database refuses the query or does not answer.
    pub(super) async fn describe(&self) -> Result<Described, CodedText> {
        let deadline = Instant::now() + TIMEOUT;
        let database = &self.engine.database;
        let found = database.describe(&self.statement, deadline).await;
        let found = found.map_err(|error| with_fix(&error))?;
        let parameters = self.names.iter().zip(&found.parameters);
        let parameters =
            parameters.map(|(name, one)| described(name, &one.parameter_schema(), one.name()));
        let columns = found.columns.iter().map(|column| {
            let found = &column.value_type;
            described(&column.name, &found.result_schema(), found.name())
        });
        Ok(Described {
            parameters: parameters.collect(),
            columns: columns.collect(),
        })
    }

    /// Asks the database for the types of parameters and columns, and fills in what `json`, the
    /// definition of the tool, does not declare.
    ///
    /// # Errors
    /// If the database refuses the query or does not answer, or if a declared type cannot be bound.
    pub(super) async fn fill_in(
        &self,
        json: &mut Map<String, Value>,
        parameters: &Parameters,
    ) -> Result<(), CodedText> {
        let deadline = Instant::now() + TIMEOUT;
        let database = &self.engine.database;
        let described = database.describe(&self.statement, deadline).await;
        let described = described.map_err(|error| with_fix(&error))?;
        if parameters.is_declared() {
            self.check_types(parameters, &described)?;
        } else {
            json.insert("input_schema".into(), self.input_schema(&described));
        }
        let has_output = json
            .get("output_schema")
            .is_some_and(|schema| !schema.is_null());
        if !has_output && let Some(schema) = self.output_schema(&described.columns) {
            json.insert("output_schema".into(), schema);
        }
        Ok(())
    }

    fn check_types(
        &self,
        parameters: &Parameters,
        described: &StatementDescription,
    ) -> Result<(), CodedText> {
        for (name, found) in self.names.iter().zip(&described.parameters) {
            let declared = parameters.get(name).and_then(|parameter| parameter.kind);
            let wanted = found.parameter_schema();
            if declared.is_some_and(|declared| !can_bind(declared, &wanted)) {
                let declared = declared.map_or("", ParameterType::name);
                return Err(texts::other_type_in_database(name, declared, found.name()));
            }
        }
        Ok(())
    }

    fn input_schema(&self, described: &StatementDescription) -> Value {
        let properties = self.names.iter().zip(&described.parameters);
        let properties: Map<_, _> = properties
            .map(|(name, found)| (name.clone(), found.parameter_schema()))
            .collect();
        json!({
            "type": "object", "properties": properties, "required": self.names,
            "additionalProperties": false,
        })
    }

    fn output_schema(&self, columns: &[ResultColumn]) -> Option<Value> {
        let properties: Map<_, _> = columns
            .iter()
            .map(|column| (column.name.clone(), column.value_type.result_schema()))
            .collect();
        match self.result {
            ResultForm::Rows => Some(json!({
                "type": "array", "items": {"type": "object", "properties": properties},
            })),
            ResultForm::Row => Some(json!({"type": ["object", "null"], "properties": properties})),
            ResultForm::Value => columns
                .first()
                .map(|column| column.value_type.result_schema()),
            ResultForm::Text => None,
        }
    }
}

/// Returns whether values of a declared type can be bound to a parameter with this schema.
fn can_bind(declared: ParameterType, wanted: &Value) -> bool {
    let wanted = wanted.get("type").and_then(Value::as_str).unwrap_or("any");
    match declared {
        // Every type has a text form.
        ParameterType::String | ParameterType::Enumeration => true,
        ParameterType::Date => wanted == "string" || wanted == "any",
        ParameterType::Integer => matches!(wanted, "integer" | "number" | "string" | "any"),
        ParameterType::Number => matches!(wanted, "integer" | "number" | "string" | "any"),
        ParameterType::Boolean => matches!(wanted, "boolean" | "string" | "any"),
        ParameterType::Array => matches!(wanted, "array" | "any"),
        ParameterType::Object => wanted == "any",
    }
}

/// Adds what helps against a parameter whose type the database cannot tell.
fn with_fix(error: &QueryError) -> CodedText {
    match error {
        QueryError::Server(server) if UNKNOWN_TYPE.contains(&server.code.as_str()) => {
            texts::type_of_parameter(error.to_string())
        }
        _ => error.to_string().into(),
    }
}
