//! [`Schemas`]: the schemas of an operation as JSON schemas.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use super::{
    budget::{OperationBudget, TooLarge},
    document::{Document, ReferenceError, reference},
    operation_name::Names,
};

/// The keywords that mean nothing to a JSON schema, or something else.
const DROPPED: [&str; 15] = [
    "$anchor",
    "$defs",
    "$dynamicAnchor",
    "$dynamicRef",
    "$id",
    "$recursiveAnchor",
    "$recursiveRef",
    "$schema",
    "discriminator",
    "example",
    "externalDocs",
    "nullable",
    "readOnly",
    "writeOnly",
    "xml",
];

/// Converts the schemas of one operation. References become references to definitions that stand
/// beside them, so that schemas that refer to themselves stay finite.
#[derive(Debug)]
pub(super) struct Schemas<'a> {
    document: &'a Document,
    definitions: Map<String, Value>,
    /// The names of definitions, by their references.
    names: HashMap<&'a str, String>,
    used: Names,
    /// The references whose definitions are still to be converted.
    pending: Vec<&'a str>,
    pub(super) budget: OperationBudget<'a>,
}

/// The error of a schema that cannot be converted.
#[derive(Debug, thiserror::Error)]
pub(super) enum SchemaError {
    #[error(transparent)]
    Reference(#[from] ReferenceError),
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

impl<'a> Schemas<'a> {
    pub(super) fn new(document: &'a Document, budget: OperationBudget<'a>) -> Self {
        Self {
            document,
            definitions: Map::new(),
            names: HashMap::new(),
            used: Names::default(),
            pending: Vec::new(),
            budget,
        }
    }

    /// Returns the definitions that the converted schemas refer to.
    ///
    /// # Errors
    /// If one of them cannot be converted.
    pub(super) fn into_definitions(mut self) -> Result<Map<String, Value>, SchemaError> {
        while let Some(reference) = self.pending.pop() {
            let found = self.document.find(reference)?;
            let schema = self.convert(found)?;
            let name = self.names.get(reference).cloned().unwrap_or_default();
            self.definitions.insert(name, schema);
        }
        Ok(self.definitions)
    }

    /// Returns the schema of an argument with this name as a JSON schema.
    ///
    /// # Errors
    /// As those of [`convert`](Self::convert).
    pub(super) fn convert_named(
        &mut self,
        name: &str,
        schema: &'a Value,
    ) -> Result<Value, SchemaError> {
        self.budget.text(name)?;
        self.convert(schema)
    }

    /// Returns a schema of the document as a JSON schema.
    ///
    /// # Errors
    /// If a reference leads nowhere, or there is too much of it.
    pub(super) fn convert(&mut self, schema: &'a Value) -> Result<Value, SchemaError> {
        let Value::Object(fields) = schema else {
            // `true` and `false` are schemas too.
            self.budget.whole(schema)?;
            return Ok(schema.clone());
        };
        self.budget.object()?;
        if let Some(reference) = reference(schema) {
            let name = self.name_of(reference)?;
            self.budget.bytes(name.len())?;
            return Ok(json!({"$ref": format!("#/$defs/{name}")}));
        }
        let mut converted = Map::new();
        for (keyword, value) in fields {
            if !DROPPED.contains(&keyword.as_str()) {
                self.budget.bytes(keyword.len())?;
                let value = self.keyword(keyword, value)?;
                converted.insert(keyword.clone(), value);
            }
        }
        modernize(&mut converted, fields.get("nullable") == Some(&json!(true)));
        Ok(Value::Object(converted))
    }

    fn keyword(&mut self, keyword: &str, value: &'a Value) -> Result<Value, SchemaError> {
        match (keyword, value) {
            ("properties" | "patternProperties" | "dependentSchemas", Value::Object(schemas)) => {
                let mut converted = Map::new();
                self.budget.frame()?;
                for (name, schema) in schemas {
                    self.budget.bytes(name.len())?;
                    converted.insert(name.clone(), self.convert(schema)?);
                }
                Ok(Value::Object(converted))
            }
            ("allOf" | "anyOf" | "oneOf" | "prefixItems", Value::Array(schemas)) => {
                let schemas = schemas.iter().map(|schema| self.convert(schema));
                Ok(Value::Array(schemas.collect::<Result<_, _>>()?))
            }
            (
                "items"
                | "additionalProperties"
                | "not"
                | "if"
                | "then"
                | "else"
                | "contains"
                | "propertyNames"
                | "unevaluatedItems"
                | "unevaluatedProperties",
                Value::Object(_),
            ) => self.convert(value),
            _ => {
                self.budget.whole(value)?;
                Ok(value.clone())
            }
        }
    }

    fn name_of(&mut self, reference: &'a str) -> Result<String, SchemaError> {
        if let Some(name) = self.names.get(reference) {
            return Ok(name.clone());
        }
        self.document.find(reference)?;
        let last = reference.rsplit('/').next().unwrap_or_default();
        let name = self.used.take(last);
        self.names.insert(reference, name.clone());
        self.pending.push(reference);
        Ok(name)
    }
}

/// Turns keywords of OpenAPI 3.0 into those of JSON Schema.
fn modernize(schema: &mut Map<String, Value>, is_nullable: bool) {
    if is_nullable && let Some(Value::String(kind)) = schema.get("type") {
        let kinds = json!([kind, "null"]);
        schema.insert("type".into(), kinds);
        if let Some(Value::Array(values)) = schema.get_mut("enum")
            && !values.contains(&Value::Null)
        {
            values.push(Value::Null);
        }
    }
    for (exclusive, limit) in [
        ("exclusiveMinimum", "minimum"),
        ("exclusiveMaximum", "maximum"),
    ] {
        if let Some(Value::Bool(is_exclusive)) = schema.get(exclusive).cloned() {
            schema.remove(exclusive);
            if is_exclusive && let Some(limit) = schema.remove(limit) {
                schema.insert(exclusive.into(), limit);
            }
        }
    }
}
