//! [`Operation`]: one method of one path.

use std::collections::HashSet;

use serde_json::{Map, Value};
use toolwright::govern::NamePattern;
use toolwright_base::cut_text;

use super::document::{Document, ReferenceError};

/// The methods that `http` tools have.
const METHODS: [&str; 6] = ["get", "head", "post", "put", "patch", "delete"];

/// How many parameters an operation may have.
const MAX_PARAMETERS: usize = 200;
/// The most bytes of its name.
const MAX_NAME: usize = 2_048;

/// One method of one path.
#[derive(Debug)]
pub(super) struct Operation<'a> {
    pub(super) method: &'static str,
    pub(super) path: &'a str,
    /// The object of the operation.
    pub(super) fields: &'a Map<String, Value>,
    /// The object of the path, which all of its operations share.
    pub(super) shared: &'a Map<String, Value>,
}

impl<'a> Operation<'a> {
    /// Returns the operations of a document, in its order. Paths that cannot be read have none.
    pub(super) fn all(document: &'a Document) -> impl Iterator<Item = Self> {
        let paths = document.root().get("paths").and_then(Value::as_object);
        let paths = paths.into_iter().flatten();
        let items = paths.filter_map(|(path, item)| Some((path, document.object(item).ok()?)));
        items.flat_map(|(path, shared)| {
            METHODS.into_iter().filter_map(move |method| {
                let fields = shared.get(method)?.as_object()?;
                Some(Self {
                    method,
                    path,
                    fields,
                    shared,
                })
            })
        })
    }

    /// Returns the name that the document gives it: its `operationId`, or else method and path.
    pub(super) fn name(&self) -> String {
        match self.text("operationId") {
            Some(id) => cut_text(id, MAX_NAME).into_owned(),
            None => format!("{} {}", self.method, cut_text(self.path, MAX_NAME)),
        }
    }

    /// Returns whether one of the patterns matches its name or its path. All operations are chosen if
    /// there is no pattern.
    pub(super) fn is_chosen(&self, only: &[NamePattern], name: &str) -> bool {
        only.is_empty()
            || only
                .iter()
                .any(|pattern| pattern.matches(name) || pattern.matches(self.path))
    }

    /// Returns a text of the operation, if it is not blank.
    pub(super) fn text(&self, field: &str) -> Option<&'a str> {
        let text = self.fields.get(field).and_then(Value::as_str)?.trim();
        (!text.is_empty()).then_some(text)
    }

    /// Returns the description for agents: the summary, the description, or else method and path.
    pub(super) fn description(&self) -> String {
        let mut parts: Vec<String> = ["summary", "description"]
            .into_iter()
            .filter_map(|field| self.text(field))
            .map(ToOwned::to_owned)
            .collect();
        parts.dedup();
        if parts.is_empty() {
            parts.push(format!("{} {}", self.method.to_uppercase(), self.path));
        }
        if self.fields.get("deprecated") == Some(&Value::Bool(true)) {
            parts.push("Deprecated.".into());
        }
        parts.join("\n\n")
    }

    /// Returns the parameters of the operation and of its path. That of the operation counts where
    /// both have one of the same name and place.
    pub(super) fn parameters(
        &self,
        document: &'a Document,
    ) -> Result<Vec<&'a Map<String, Value>>, ReferenceError> {
        let (mut found, mut keys) = (Vec::new(), HashSet::new());
        for fields in [self.fields, self.shared] {
            let parameters = fields.get("parameters").and_then(Value::as_array);
            let parameters = parameters.map_or(&[][..], Vec::as_slice);
            if found.len() + parameters.len() > MAX_PARAMETERS {
                return Err(ReferenceError::TooMany(MAX_PARAMETERS));
            }
            for parameter in parameters {
                let parameter = document.object(parameter)?;
                let text = |field: &str| parameter.get(field).and_then(Value::as_str);
                let key = (text("name"), text("in"));
                document.look_at(key.0.unwrap_or_default())?;
                if keys.insert(key) {
                    found.push(parameter);
                }
            }
        }
        Ok(found)
    }
}
