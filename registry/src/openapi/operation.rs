//! [`Operation`]: one method of one path.

use serde_json::{Map, Value};
use toolwright::govern::NamePattern;

use super::document::{Document, ReferenceError};

/// The methods that `http` tools have.
const METHODS: [&str; 6] = ["get", "head", "post", "put", "patch", "delete"];

/// How many parameters an operation may have.
const MOST_PARAMETERS: usize = 200;

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
    pub(super) fn all(document: &'a Document) -> Vec<Self> {
        let paths = document.root().get("paths").and_then(Value::as_object);
        let mut all = Vec::new();
        for (path, item) in paths.into_iter().flatten() {
            let Ok(shared) = document.object(item) else {
                continue;
            };
            for method in METHODS {
                if let Some(Value::Object(fields)) = shared.get(method) {
                    all.push(Self {
                        method,
                        path,
                        fields,
                        shared,
                    });
                }
            }
        }
        all
    }

    /// Returns the name that the document gives it: its `operationId`, or else method and path.
    pub(super) fn name(&self) -> String {
        match self.text("operationId") {
            Some(id) => id.to_owned(),
            None => format!("{} {}", self.method, self.path),
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
        let key = |parameter: &'a Map<String, Value>| (parameter.get("name"), parameter.get("in"));
        let mut found: Vec<&'a Map<String, Value>> = Vec::new();
        for fields in [self.fields, self.shared] {
            let parameters = fields.get("parameters").and_then(Value::as_array);
            for parameter in parameters.into_iter().flatten() {
                let parameter = document.object(parameter)?;
                if found.len() >= MOST_PARAMETERS {
                    return Err(ReferenceError::TooMany(MOST_PARAMETERS));
                }
                if found.iter().all(|known| key(known) != key(parameter)) {
                    found.push(parameter);
                }
            }
        }
        Ok(found)
    }
}
