//! [`TypeInfo`]: the name of a type, and the JSON of its values.

use std::sync::Arc;

use serde_json::Value;

use crate::postgres::render::json::JsonForm;

/// A type of PostgreSQL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeInfo {
    /// The name of the type in SQL.
    pub(in crate::postgres) name: Arc<str>,
    pub(in crate::postgres) form: JsonForm,
}

impl TypeInfo {
    /// Returns the name of the type in SQL, such as `character varying` or `integer[]`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the JSON Schema of a value in a record, which may be null.
    pub fn result_schema(&self) -> Value {
        self.form.result_schema()
    }

    /// Returns the JSON Schema of a value for a parameter of this type.
    pub fn parameter_schema(&self) -> Value {
        self.form.parameter_schema()
    }

    /// Returns the text of a value for a parameter of this type, or `None` for null.
    ///
    /// Whether it is a value of the type is left to the server.
    pub fn parameter_text(&self, value: &Value) -> Option<String> {
        self.form.parameter_text(value)
    }
}
