//! [`Parameters`]: all parameters of a tool, as a list and as a JSON schema.

use std::{collections::BTreeSet, sync::Arc};

use serde_json::{Map, Value, json};
use toolwright::schema::{Schema, catalog_problem, check_schema, compile};
use toolwright_base::CodedText;

use super::parameter::Parameter;
use crate::{
    jsonc::{Fields, Node},
    texts,
};

/// The arguments of a call that fit the schema, with the defaults filled in.
pub type InputArguments = Map<String, Value>;

/// All parameters of a tool. A definition and its live tool share them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Parameters {
    list: Arc<[Parameter]>,
    schema: Arc<Schema>,
    is_declared: bool,
}

impl Parameters {
    /// Reads `parameters` or `input_schema` of a tool.
    pub(crate) fn read(tool: &Fields<'_>) -> Option<Self> {
        let list = tool.take(&["parameters"]);
        let schema = tool.take(&["input_schema"]);
        match (list, schema) {
            (Some(_), Some(schema)) => {
                schema.problem(texts::parameters_and_schema());
                None
            }
            (Some(list), None) => Self::read_list(&list),
            (None, Some(schema)) => Self::read_schema(&schema),
            (None, None) => Some(Self::none()),
        }
    }

    fn read_list(node: &Node<'_>) -> Option<Self> {
        let elements = node.elements()?;
        let mut names = BTreeSet::new();
        let mut list = Vec::new();
        for element in &elements {
            let node = element.node();
            let Some(parameter) = Parameter::read(&node) else {
                continue;
            };
            if !names.insert(parameter.name.clone()) {
                node.problem(texts::duplicate_parameter(&parameter.name));
            }
            if check_narrowing(&node, &parameter) {
                list.push(parameter);
            }
        }
        if list.len() < elements.len() {
            return None;
        }
        let parameters = Self::of_list(list, true);
        // Each parameter is a schema by itself, but a reference in it is read in the schema of all.
        if let Some(problem) = catalog_problem(&parameters.schema) {
            node.problem(texts::schema_problem(problem));
            return None;
        }
        Some(parameters)
    }

    fn read_schema(node: &Node<'_>) -> Option<Self> {
        let schema = node.map()?;
        if schema.is_empty() {
            return Some(Self::none());
        }
        if schema.get("type") != Some(&json!("object")) {
            node.problem(texts::not_an_object_schema());
            return None;
        }
        if !node.is_accepted()
            && let Err(problem) = check_schema(&schema)
        {
            node.problem(texts::schema_problem(problem));
            return None;
        }
        Some(Self::of_schema(schema))
    }

    /// Returns the parameters that a JSON schema of type `object` describes.
    pub fn of_schema(schema: Schema) -> Self {
        let required: Vec<&str> = schema
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let properties = schema.get("properties").and_then(Value::as_object);
        let list = properties
            .into_iter()
            .flatten()
            .map(|(name, property)| {
                Parameter::of_property(name, property, required.contains(&name.as_str()))
            })
            .collect();
        Self {
            list,
            schema: Arc::new(schema),
            is_declared: true,
        }
    }

    /// Returns the parameters of a tool whose author declares none.
    pub(crate) fn none() -> Self {
        Self::of_list(Vec::new(), false)
    }

    /// Creates parameters from a list.
    pub(crate) fn of_list(list: Vec<Parameter>, is_declared: bool) -> Self {
        let properties: Map<_, _> = list
            .iter()
            .map(|parameter| (parameter.name.clone(), parameter.schema.clone()))
            .collect();
        let required = list.iter().filter(|parameter| parameter.is_required);
        let required: Vec<_> = required.map(|parameter| &parameter.name).collect();
        let mut schema = Schema::new();
        schema.insert("type".into(), json!("object"));
        schema.insert("properties".into(), Value::Object(properties));
        if !required.is_empty() {
            schema.insert("required".into(), json!(required));
        }
        schema.insert("additionalProperties".into(), json!(false));
        Self {
            list: list.into(),
            schema: Arc::new(schema),
            is_declared,
        }
    }

    /// Returns whether the author wrote `parameters` or `input_schema`.
    pub const fn is_declared(&self) -> bool {
        self.is_declared
    }

    /// Returns the JSON schema of all arguments.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Returns the parameters in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Parameter> {
        self.list.iter()
    }

    /// Returns the parameter of this name.
    pub fn get(&self, name: &str) -> Option<&Parameter> {
        self.list.iter().find(|parameter| parameter.name == name)
    }

    /// Adds a problem of `node` for each name that is no parameter. `shown` writes a name as it
    /// stands in the text.
    pub fn check_names<'a>(
        &self,
        node: &Node<'_>,
        names: impl IntoIterator<Item = &'a str>,
        shown: impl Fn(&str) -> String,
    ) {
        for name in names {
            if self.get(name).is_none() {
                node.problem(self.missing(&shown(name)));
            }
        }
    }

    /// Says that `name` is no parameter, and which there are.
    fn missing(&self, name: &str) -> CodedText {
        if self.list.is_empty() {
            return texts::no_parameter_of_none(name);
        }
        let names = self.list.iter();
        let names = names.map(|parameter| format!("`{}`", parameter.name));
        texts::no_parameter(name, names.collect::<Vec<_>>().join(", "))
    }
}

/// Refuses constraints that are not a JSON schema, and a default that does not fit its own type.
/// Returns whether the parameter is accepted.
fn check_narrowing(node: &Node<'_>, parameter: &Parameter) -> bool {
    let is_plain = parameter.default.is_none()
        && ["pattern", "items", "enum"]
            .iter()
            .all(|key| parameter.schema.get(key).is_none());
    let Value::Object(schema) = &parameter.schema else {
        return true;
    };
    if is_plain {
        return true;
    }
    let problem = match (compile(schema), &parameter.default) {
        (Err(error), _) => texts::invalid_type(error),
        (Ok(validator), Some(default)) if validator.fits(default) != Ok(true) => {
            texts::default_does_not_fit(default.to_string())
        }
        _ => return true,
    };
    node.problem(problem);
    false
}
