//! [`Node`]: a value of a text, with its path and its place.

use std::{fmt, ops::RangeInclusive, time::Duration};

use jsonc_parser::{
    ast::Value as Tree,
    common::{Range, Ranged as _},
};
use serde_json::Number;
use toolwright_base::{CodedText, TextParam};

use super::problems::Problems;
use crate::texts;

/// The longest time limit that a file can set: a day.
const MAX: f64 = 86_400.0;

/// A value in a definition, which knows its path and its place in the text.
///
/// Methods that read it add a problem and return `None` if it is something else.
#[derive(Debug, Clone, Copy)]
pub struct Node<'a> {
    pub(super) tree: &'a Tree<'a>,
    parent: &'a str,
    step: Step<'a>,
    pub(super) problems: &'a Problems<'a>,
}

/// How a value is reached from the one around it.
#[derive(Debug, Clone, Copy)]
pub(super) enum Step<'a> {
    Root,
    Key(&'a str),
    Index(usize),
}

impl fmt::Display for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.parent)?;
        match self.step {
            Step::Root => Ok(()),
            Step::Key(key) if self.parent.is_empty() => f.write_str(key),
            Step::Key(key) => write!(f, ".{key}"),
            Step::Index(index) => write!(f, "[{index}]"),
        }
    }
}

impl<'a> Node<'a> {
    /// Creates the node of a whole text, which messages call `name`.
    pub(crate) const fn root(
        tree: &'a Tree<'a>,
        name: &'a str,
        problems: &'a Problems<'a>,
    ) -> Self {
        Self::new(tree, name, Step::Root, problems)
    }

    pub(super) const fn new(
        tree: &'a Tree<'a>,
        parent: &'a str,
        step: Step<'a>,
        problems: &'a Problems<'a>,
    ) -> Self {
        Self {
            tree,
            parent,
            step,
            problems,
        }
    }

    /// Adds a problem of this value.
    pub fn problem(&self, message: impl Into<CodedText>) {
        let path = self.to_string();
        self.problems.add(self.range().start, path, message);
    }

    /// Returns whether the definition that this is a part of was accepted before, with the same text.
    pub(crate) const fn is_accepted(&self) -> bool {
        self.problems.is_accepted()
    }

    /// Returns where the value stands in the text, in bytes.
    pub(crate) fn range(&self) -> Range {
        self.tree.range()
    }

    pub(super) fn expected<T>(&self, what: CodedText) -> Option<T> {
        self.problem(texts::expected(what, self.describe()));
        None
    }

    fn describe(&self) -> TextParam {
        match self.tree {
            Tree::StringLit(text) if text.value.chars().count() <= 40 => {
                format!("`{}`", text.value).into()
            }
            Tree::StringLit(_) => texts::kind_text().into(),
            Tree::NumberLit(number) => format!("`{}`", number.value).into(),
            Tree::BooleanLit(boolean) => format!("`{}`", boolean.value).into(),
            Tree::Object(_) => texts::kind_object().into(),
            Tree::Array(_) => texts::kind_array().into(),
            Tree::NullKeyword(_) => texts::kind_null().into(),
        }
    }

    /// Returns whether the value is an object.
    pub const fn is_object(&self) -> bool {
        matches!(self.tree, Tree::Object(_))
    }

    /// Returns whether the value is text.
    pub const fn is_text(&self) -> bool {
        matches!(self.tree, Tree::StringLit(_))
    }

    /// Reads text.
    pub fn text(&self) -> Option<&'a str> {
        match self.tree {
            Tree::StringLit(text) => Some(&text.value),
            _ => self.expected(texts::kind_text()),
        }
    }

    /// Reads text that is not blank.
    pub fn words(&self) -> Option<&'a str> {
        let text = self.text()?;
        if text.is_empty() {
            self.problem(texts::empty_text());
            return None;
        }
        if text.trim().is_empty() {
            return self.expected(texts::kind_words());
        }
        Some(text)
    }

    /// Reads text that is not blank and has at most `max` characters.
    pub fn words_up_to(&self, max: usize) -> Option<&'a str> {
        self.up_to(max, self.words()?)
    }

    /// Reads text that has at most `max` characters.
    pub fn text_up_to(&self, max: usize) -> Option<&'a str> {
        self.up_to(max, self.text()?)
    }

    fn up_to(&self, max: usize, text: &'a str) -> Option<&'a str> {
        // A character has at least one byte.
        let count = if text.len() <= max {
            0
        } else {
            text.chars().count()
        };
        if count > max {
            self.problem(texts::too_many_characters(max, count));
            return None;
        }
        Some(text)
    }

    /// Reads `true` or `false`, or the `"Y"` and `"N"` of databases.
    pub fn boolean(&self) -> Option<bool> {
        match self.tree {
            Tree::BooleanLit(boolean) => Some(boolean.value),
            Tree::StringLit(text) if text.value == "Y" => Some(true),
            Tree::StringLit(text) if text.value == "N" => Some(false),
            _ => self.expected(texts::kind_boolean()),
        }
    }

    /// Reads a whole number within `range`.
    pub fn whole(&self, range: &RangeInclusive<u64>) -> Option<u64> {
        let number = match self.tree {
            Tree::NumberLit(number) => number.value.parse().ok(),
            _ => None,
        };
        match number.filter(|number| range.contains(number)) {
            Some(number) => Some(number),
            None => {
                let (least, most) = (range.start(), range.end());
                self.expected(texts::kind_whole_number(*least, *most))
            }
        }
    }

    /// Reads a number.
    pub fn number(&self) -> Option<Number> {
        match self.tree {
            Tree::NumberLit(number) => match serde_json::from_str(number.value) {
                Ok(number) => Some(number),
                Err(_) => self.expected(texts::kind_finite_number()),
            },
            _ => self.expected(texts::kind_number()),
        }
    }

    /// Reads a time in seconds.
    pub fn seconds(&self) -> Option<Duration> {
        let seconds = self.number()?.as_f64().unwrap_or_default();
        if seconds > 0.0 && seconds <= MAX {
            return Some(Duration::from_secs_f64(seconds));
        }
        self.expected(texts::kind_seconds(MAX))
    }

    /// Reads an array.
    pub fn elements(&self) -> Option<Vec<Element<'a>>> {
        let Tree::Array(array) = self.tree else {
            return self.expected(texts::kind_array());
        };
        let path = self.to_string();
        let elements = array.elements.iter().enumerate();
        let element = |(index, tree)| Element {
            path: path.clone(),
            index,
            tree,
            problems: self.problems,
        };
        Some(elements.map(element).collect())
    }

    /// Reads an array of texts that are not blank.
    pub fn texts(&self) -> Option<Vec<String>> {
        let elements = self.elements()?;
        let texts = elements.iter().map(|element| {
            let words = element.node().words();
            words.map(ToOwned::to_owned)
        });
        // Every element is read, so that all problems are found.
        texts.collect::<Vec<_>>().into_iter().collect()
    }

    /// Returns whether the value is `null`.
    pub(super) const fn is_null(&self) -> bool {
        matches!(self.tree, Tree::NullKeyword(_))
    }
}

/// An element of an array.
#[derive(Debug)]
pub struct Element<'a> {
    path: String,
    index: usize,
    tree: &'a Tree<'a>,
    problems: &'a Problems<'a>,
}

impl Element<'_> {
    /// Returns the element as a node.
    pub fn node(&self) -> Node<'_> {
        Node::new(
            self.tree,
            &self.path,
            Step::Index(self.index),
            self.problems,
        )
    }
}
