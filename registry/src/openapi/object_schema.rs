//! [`ObjectSchema`]: the properties of a schema that is an object and nothing more.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use super::document::Document;

/// How many parts a schema may be made of. A part can be the schema itself.
const MAX_PARTS: usize = 200;
/// How many properties become arguments of their own.
const MAX_PROPERTIES: usize = 500;

/// The properties of a schema that is an object and nothing more, also in several parts (`allOf`).
#[derive(Debug, Default)]
pub(super) struct ObjectSchema<'a> {
    found: Vec<(&'a str, &'a Value)>,
    names: HashSet<&'a str>,
    required: HashSet<&'a str>,
    parts: usize,
}

impl<'a> ObjectSchema<'a> {
    /// Reads a schema. Returns `None` if it is something else, or has no properties.
    pub(super) fn read(document: &'a Document, schema: &'a Value) -> Option<Self> {
        let mut object = Self::default();
        object.add(document, schema)?;
        (!object.found.is_empty()).then_some(object)
    }

    /// Returns the properties of a request, each with its name and whether it is required.
    pub(super) fn properties(&self) -> impl Iterator<Item = (&'a str, &'a Value, bool)> {
        let found = self.found.iter();
        found.map(|(name, schema)| (*name, *schema, self.required.contains(name)))
    }

    fn add(&mut self, document: &'a Document, schema: &'a Value) -> Option<()> {
        self.parts += 1;
        let fields = document.object(schema).ok()?;
        let is_object = fields.get("type").is_none_or(|kind| kind == "object");
        let is_choice = fields.contains_key("oneOf") || fields.contains_key("anyOf");
        if !is_object || is_choice || self.parts > MAX_PARTS {
            return None;
        }
        for part in list(fields, "allOf") {
            self.add(document, part)?;
        }
        let required = list(fields, "required");
        let properties = fields.get("properties").and_then(Value::as_object);
        let count = properties.map_or(0, Map::len).max(required.len());
        if self.found.len().max(self.required.len()) + count > MAX_PROPERTIES {
            return None;
        }
        for name in required.iter().filter_map(Value::as_str) {
            document.look_at(name).ok()?;
            self.required.insert(name);
        }
        for (name, property) in properties.into_iter().flatten() {
            document.look_at(name).ok()?;
            let is_for_answers = property.get("readOnly") == Some(&json!(true));
            if !is_for_answers && self.names.insert(name) {
                self.found.push((name, property));
            }
        }
        Some(())
    }
}

fn list<'a>(fields: &'a Map<String, Value>, name: &str) -> &'a [Value] {
    fields
        .get(name)
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}
