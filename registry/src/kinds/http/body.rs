//! [`Body`]: the body of a request, with places for arguments.

use serde_json::{Map, Value};

use crate::{
    jsonc::Node,
    parameters::{InputArguments, Parameters, Piece, Template, text_of},
};

/// The body of a request. Text that is nothing but a place stands for the argument itself.
#[derive(Debug, Clone)]
pub(super) enum Body {
    Text(Template),
    Array(Vec<Self>),
    Object(Vec<(String, Self)>),
    /// A value without places.
    Plain(Value),
}

impl Body {
    /// Reads a body whose places are all names of `parameters`.
    pub(super) fn read(node: &Node<'_>, parameters: &Parameters) -> Option<Self> {
        let body = Self::new(node.json()?);
        let names = body.names();
        parameters.check_names(node, names, |name| format!("{{{name}}}"));
        Some(body)
    }

    fn new(value: Value) -> Self {
        match value {
            Value::String(text) => match Template::parse(&text) {
                Ok(template) => Self::Text(template),
                // Braces that are no places are text, as in JSON within a text.
                Err(_) => Self::Plain(text.into()),
            },
            Value::Array(values) => Self::Array(values.into_iter().map(Self::new).collect()),
            Value::Object(fields) => {
                let fields = fields.into_iter();
                Self::Object(
                    fields
                        .map(|(name, value)| (name, Self::new(value)))
                        .collect(),
                )
            }
            plain => Self::Plain(plain),
        }
    }

    /// Returns the names of the places.
    pub(super) fn names(&self) -> Vec<&str> {
        match self {
            Self::Text(template) => template.names().collect(),
            Self::Array(values) => values.iter().flat_map(Self::names).collect(),
            Self::Object(fields) => fields.iter().flat_map(|(_, value)| value.names()).collect(),
            Self::Plain(_) => Vec::new(),
        }
    }

    /// Returns the body with its places filled. Fields of absent arguments are left out.
    pub(super) fn fill(&self, arguments: &InputArguments) -> Value {
        match self {
            Self::Text(template) => match template.pieces() {
                [Piece::Name(name)] => arguments.get(name).cloned().unwrap_or(Value::Null),
                _ => template.fill(|name| text_of(arguments.get(name))).into(),
            },
            Self::Array(values) => values.iter().map(|value| value.fill(arguments)).collect(),
            Self::Object(fields) => {
                let fields = fields
                    .iter()
                    .filter(|(_, value)| !value.is_absent(arguments));
                let fields = fields.map(|(name, value)| (name.clone(), value.fill(arguments)));
                Value::Object(fields.collect::<Map<_, _>>())
            }
            Self::Plain(value) => value.clone(),
        }
    }

    /// Returns whether this is nothing but the place of an argument that is absent.
    fn is_absent(&self, arguments: &InputArguments) -> bool {
        let Self::Text(template) = self else {
            return false;
        };
        matches!(template.pieces(), [Piece::Name(name)] if !arguments.contains_key(name))
    }
}
