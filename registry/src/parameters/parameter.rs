//! [`Parameter`]: one parameter of a tool, and its [`ParameterType`].

use serde_json::{Map, Value, json};
use toolwright::schema::Schema;

use crate::{
    jsonc::{Fields, Node},
    name::is_name,
    text_limits::MAX_DESCRIPTION,
    texts,
};

/// One parameter of a tool.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Parameter {
    pub name: String,
    /// The type, if it is one of ours. A schema may describe others.
    pub kind: Option<ParameterType>,
    pub is_required: bool,
    pub default: Option<Value>,
    /// The JSON schema of the value.
    pub schema: Value,
}

impl Parameter {
    /// Reads an entry of `parameters`.
    pub(super) fn read(node: &Node<'_>) -> Option<Self> {
        let fields = node.object()?;
        let name = fields
            .required(&["name", "param_name"])
            .and_then(|node| name(&node));
        let kind = fields
            .required(&["type", "param_type"])
            .and_then(|node| kind(&node));
        let required = fields
            .take(&["required", "is_required"])
            .and_then(|node| node.boolean());
        let default = fields.take(&["default"]).and_then(|node| node.json());
        let schema = kind.map(|kind| schema(kind, &fields, default.as_ref()));
        fields.finish();
        Some(Self {
            name: name?,
            kind,
            is_required: required.unwrap_or(default.is_none()),
            default,
            schema: schema?,
        })
    }

    /// Returns the parameter that a property of a JSON schema describes.
    pub(super) fn of_property(name: &str, schema: &Value, is_required: bool) -> Self {
        Self {
            name: name.to_owned(),
            kind: ParameterType::of_schema(schema),
            is_required,
            default: schema.get("default").cloned(),
            schema: schema.clone(),
        }
    }
}

fn name(node: &Node<'_>) -> Option<String> {
    let name = node.text()?;
    if is_name(name) {
        return Some(name.to_owned());
    }
    node.problem(match name {
        "" => texts::empty_parameter_name(),
        name => texts::parameter_name(name),
    });
    None
}

fn kind(node: &Node<'_>) -> Option<ParameterType> {
    let text = node.text()?;
    let kind = ParameterType::parse(text);
    if kind.is_none() {
        let names = ParameterType::ALL.map(|kind| format!("`{}`", kind.name()));
        node.problem(texts::unknown_type(text, names.join(", ")));
    }
    kind
}

/// Reads the fields that narrow a type, and returns the JSON schema.
fn schema(kind: ParameterType, fields: &Fields<'_>, default: Option<&Value>) -> Value {
    let mut schema = match kind.schema() {
        Value::Object(schema) => schema,
        _ => Schema::new(),
    };
    let description = fields.take(&["description"]);
    if let Some(text) = description.and_then(|node| node.text_up_to(MAX_DESCRIPTION)) {
        schema.insert("description".into(), json!(text));
    }
    narrow(kind, fields, &mut schema);
    if let Some(default) = default {
        schema.insert("default".into(), default.clone());
    }
    Value::Object(schema)
}

fn narrow(kind: ParameterType, fields: &Fields<'_>, schema: &mut Map<String, Value>) {
    use ParameterType::{Array, Enumeration, Integer, Number, String};
    let values = fields.take(&["enum", "values"]);
    if values.is_none() && kind == Enumeration {
        fields.problem(texts::missing_enum());
    }
    if let Some(values) = values.and_then(|node| enumeration(&node)) {
        schema.insert("enum".into(), values);
    }
    for (name, keyword, kinds) in [
        ("minimum", "minimum", &[Number, Integer][..]),
        ("maximum", "maximum", &[Number, Integer]),
        ("min_length", "minLength", &[String]),
        ("max_length", "maxLength", &[String]),
        ("min_items", "minItems", &[Array]),
        ("max_items", "maxItems", &[Array]),
    ] {
        let Some(node) = fields.take(&[name]) else {
            continue;
        };
        if !kinds.contains(&kind) {
            node.problem(texts::meaningless_for_type(name, kind.name()));
        } else if let Some(number) = limit(&node, kinds.contains(&Number)) {
            schema.insert(keyword.into(), number);
        }
    }
    if let Some(node) = fields.take(&["pattern"])
        && let Some(pattern) = node.text()
    {
        schema.insert("pattern".into(), json!(pattern));
    }
    if let Some(node) = fields.take(&["items"])
        && let Some(items) = items(&node)
    {
        schema.insert("items".into(), items);
    }
}

fn limit(node: &Node<'_>, may_be_any_number: bool) -> Option<Value> {
    if may_be_any_number {
        return node.number().map(Value::Number);
    }
    node.whole(&(0..=u64::from(u32::MAX))).map(Value::from)
}

fn enumeration(node: &Node<'_>) -> Option<Value> {
    let values = node.json()?;
    if values.as_array().is_some_and(|values| !values.is_empty()) {
        return Some(values);
    }
    node.problem(texts::no_values());
    None
}

/// Reads the type of the elements of an array: the name of a type, or a JSON schema.
fn items(node: &Node<'_>) -> Option<Value> {
    if node.is_text() {
        return kind(node).map(ParameterType::schema);
    }
    node.map().map(Value::Object)
}

/// The type of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParameterType {
    String,
    Number,
    Integer,
    Boolean,
    Array,
    Object,
    /// A day, as `2026-11-16`.
    Date,
    /// One of some texts.
    Enumeration,
}

impl ParameterType {
    pub const ALL: [Self; 8] = [
        Self::String,
        Self::Number,
        Self::Integer,
        Self::Boolean,
        Self::Array,
        Self::Object,
        Self::Date,
        Self::Enumeration,
    ];

    /// Returns the type of this name, in small or capital letters.
    pub fn parse(name: &str) -> Option<Self> {
        let name = match name {
            "enum" | "ENUM" => "enumeration",
            name => name,
        };
        let mut all = Self::ALL.into_iter();
        all.find(|kind| kind.name() == name || kind.name().to_uppercase() == name)
    }

    /// Returns the name of the type.
    pub const fn name(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Number => "number",
            Self::Integer => "integer",
            Self::Boolean => "boolean",
            Self::Array => "array",
            Self::Object => "object",
            Self::Date => "date",
            Self::Enumeration => "enumeration",
        }
    }

    /// Returns the JSON schema of the type.
    pub fn schema(self) -> Value {
        match self {
            Self::Date => json!({"type": "string", "format": "date"}),
            Self::Enumeration => json!({"type": "string"}),
            plain => json!({"type": plain.name()}),
        }
    }

    /// Returns the type that a JSON schema of one type stands for.
    pub fn of_schema(schema: &Value) -> Option<Self> {
        let text = |key: &str| schema.get(key).and_then(Value::as_str);
        match text("type")? {
            "string" if text("format") == Some("date") => Some(Self::Date),
            "string" if schema.get("enum").is_some() => Some(Self::Enumeration),
            name => Self::ALL.into_iter().find(|kind| kind.name() == name),
        }
    }
}
