//! [`ParameterType`]: the type of a parameter.

use serde_json::{Value, json};

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
