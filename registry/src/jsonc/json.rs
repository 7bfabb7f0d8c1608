//! Reads objects and any other JSON from a [`Node`].

use jsonc_parser::ast::Value as Tree;
use serde_json::{Map, Value};

use super::{fields::Fields, node::Node};

impl<'a> Node<'a> {
    /// Reads an object.
    pub fn object(&self) -> Option<Fields<'a>> {
        match self.tree {
            Tree::Object(object) => Some(Fields::new(object, self.to_string(), self.problems)),
            _ => self.expected("an object"),
        }
    }

    /// Reads an object of any JSON.
    pub fn map(&self) -> Option<Map<String, Value>> {
        if !self.is_object() {
            return self.expected("an object");
        }
        match self.json()? {
            Value::Object(map) => Some(map),
            _ => None,
        }
    }

    /// Reads any JSON.
    pub fn json(&self) -> Option<Value> {
        Some(match self.tree {
            Tree::StringLit(text) => Value::String(text.value.clone().into_owned()),
            Tree::NumberLit(_) => Value::Number(self.number()?),
            Tree::BooleanLit(boolean) => Value::Bool(boolean.value),
            Tree::NullKeyword(_) => Value::Null,
            Tree::Array(_) => {
                let elements = self.elements()?;
                let values = elements.iter().map(|element| element.node().json());
                Value::Array(values.collect::<Option<_>>()?)
            }
            Tree::Object(_) => Value::Object(self.object()?.into_json()?),
        })
    }
}
