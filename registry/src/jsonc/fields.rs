//! [`Fields`]: the fields of an object, read by name; objects and any JSON of a [`Node`].

use std::cell::RefCell;

use jsonc_parser::ast::{Object, Value as Tree};
use serde_json::{Map, Value};
use toolwright_base::CodedText;

use super::{
    node::{Node, Step},
    problems::Problems,
};
use crate::texts;

/// How similar an unknown field must be to a known one to be taken for a typing error of it.
const SIMILARITY: f64 = 0.75;

/// The fields of an object in a definition.
///
/// Each is taken by its name. [`finish`](Self::finish) adds a problem for those that nobody took; that
/// of `config` is called by the reader of definitions. A kind calls it for objects inside of it.
#[derive(Debug)]
pub struct Fields<'a> {
    object: &'a Object<'a>,
    path: String,
    problems: &'a Problems<'a>,
    known: RefCell<Vec<KnownName>>,
}

/// A name that a field may have.
#[derive(Debug, Clone, Copy)]
struct KnownName {
    name: &'static str,
    /// Whether the field has another name, and this one is accepted too.
    is_alias: bool,
}

impl<'a> Fields<'a> {
    pub(super) const fn new(
        object: &'a Object<'a>,
        path: String,
        problems: &'a Problems<'a>,
    ) -> Self {
        Self {
            object,
            path,
            problems,
            known: RefCell::new(Vec::new()),
        }
    }

    /// Takes a field, which may be spelt in several ways. A field that is `null` is absent.
    pub fn take(&self, spellings: &[&'static str]) -> Option<Node<'_>> {
        let names = spellings.iter().enumerate();
        let names = names.map(|(at, name)| KnownName {
            name,
            is_alias: at > 0,
        });
        self.known.borrow_mut().extend(names);
        let mut found = self.nodes().filter(|(name, _)| spellings.contains(name));
        let (first, node) = found.next()?;
        if let Some((second, other)) = found.next() {
            other.problem(match first == second {
                true => texts::duplicate_field(),
                false => texts::two_names_of_a_field(first, second),
            });
        }
        (!node.is_null()).then_some(node)
    }

    /// Takes a field that must be there.
    pub fn required(&self, spellings: &[&'static str]) -> Option<Node<'_>> {
        let found = self.take(spellings);
        if found.is_none() {
            let name = spellings.first().unwrap_or(&"");
            self.problem(texts::missing_field(name));
        }
        found
    }

    /// Returns whether a field is there. It counts as known from now on.
    pub fn has(&self, name: &'static str) -> bool {
        self.take(&[name]).is_some()
    }

    /// Adds a problem of the object as a whole.
    pub fn problem(&self, message: impl Into<CodedText>) {
        let start = self.object.range.start;
        self.problems.add(start, self.path.clone(), message);
    }

    /// Returns all fields with their names.
    pub fn nodes(&self) -> impl Iterator<Item = (&str, Node<'_>)> {
        self.object.properties.iter().map(|property| {
            let name = property.name.as_str();
            let step = Step::Key(name);
            (
                name,
                Node::new(&property.value, &self.path, step, self.problems),
            )
        })
    }

    /// Returns the names of the fields that were asked for so far, without other spellings.
    pub(crate) fn asked(&self) -> Vec<&'static str> {
        let known = self.known.borrow();
        let names = known.iter().filter(|known| !known.is_alias);
        names.map(|known| known.name).collect()
    }

    /// Refuses the fields that were not taken.
    pub fn finish(self) {
        let known = self.known.borrow();
        for (name, node) in self.nodes() {
            if known.iter().any(|known| known.name == name) {
                continue;
            }
            let similar = known
                .iter()
                .map(|known| (strsim::jaro_winkler(known.name, name), known.name))
                .filter(|(similarity, _)| *similarity >= SIMILARITY)
                .max_by(|(one, _), (other, _)| one.total_cmp(other));
            node.problem(match similar {
                Some((_, meant)) => texts::unknown_field_meant(meant),
                None => texts::unknown_field(list(&known)),
            });
        }
    }

    /// Returns all fields as JSON.
    pub(super) fn into_json(self) -> Option<Map<String, Value>> {
        let mut map = Map::new();
        let mut is_whole = true;
        for (name, node) in self.nodes() {
            match node.json() {
                Some(_) if map.contains_key(name) => {
                    node.problem(texts::duplicate_field());
                    is_whole = false;
                }
                Some(value) => drop(map.insert(name.to_owned(), value)),
                None => is_whole = false,
            }
        }
        is_whole.then_some(map)
    }
}

impl<'a> Node<'a> {
    /// Reads an object.
    pub fn object(&self) -> Option<Fields<'a>> {
        match self.tree {
            Tree::Object(object) => Some(Fields::new(object, self.to_string(), self.problems)),
            _ => self.expected(texts::kind_object()),
        }
    }

    /// Reads an object of any JSON.
    pub fn map(&self) -> Option<Map<String, Value>> {
        if !self.is_object() {
            return self.expected(texts::kind_object());
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

fn list(names: &[KnownName]) -> String {
    let names = names.iter().map(|known| format!("`{}`", known.name));
    let names: Vec<_> = names.collect();
    names.join(", ")
}
