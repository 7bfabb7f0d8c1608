//! [`Document`]: a parsed document, and the references in it.

use std::cell::Cell;

use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};

/// How many references may lead to each other until one leads to a value.
const MAX_STEPS: usize = 16;

/// The longest reference.
const MAX_REFERENCE: usize = 2_048;
/// The bytes of references and names that are looked at, and those that each counts besides its own. Operations
/// share references, so there may be many more of them than the document has.
const MAX_WORK: usize = 256 * 1024 * 1024;
const WORK: usize = 64;

/// The values that a document may have, and how deep YAML may be. JSON has a limit of its own for depth.
const MAX_NODES: usize = 2_000_000;
const MAX_DEPTH: usize = 100;
/// How many values of it aliases may repeat.
const MAX_REPLAYED: usize = 50_000;

/// A parsed document.
#[derive(Debug)]
pub(super) struct Document {
    root: Value,
    /// The bytes of references and names that may still be looked at.
    work: Cell<usize>,
}

/// The error of a text that is not a document that can be imported.
#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    /// It is neither JSON nor YAML, or exceeds a limit.
    #[error("it is neither JSON nor YAML: {0}")]
    Syntax(String),
    /// It is JSON or YAML, and something else.
    #[error("it is not an OpenAPI document of version 3.0 or 3.1: {0}")]
    Version(&'static str),
    /// No operation has a server to be sent to.
    #[error("it names no server with a whole address: `--base-url` sets one")]
    NoServer,
    /// Its operations refer to its parts too often.
    #[error("its operations refer to too many parts of it: choose some with `--only`")]
    TooCostly,
    /// It has more operations than a registry should have.
    #[error("it has {count} operations, more than {most}: choose some with `--only`")]
    TooMany {
        /// How many there are.
        count: usize,
        /// The limit.
        most: usize,
    },
}

/// The error of an operation whose parts cannot be found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum ReferenceError {
    #[error("`{0}` refers to another document")]
    Foreign(String),
    #[error("`{0}` refers to nothing")]
    Nothing(String),
    #[error("`{0}` refers to itself")]
    Circle(String),
    #[error("a part of it is not an object")]
    NoObject,
    #[error("it has more than {0} parameters")]
    TooMany(usize),
    #[error("a reference has more than {MAX_REFERENCE} bytes")]
    TooLong,
    #[error("the operations refer to too many parts of the document")]
    TooCostly,
}

impl Document {
    /// Parses JSON or YAML.
    ///
    /// # Errors
    /// If it is neither, or not an OpenAPI document.
    pub(super) fn parse(text: &str) -> Result<Self, DocumentError> {
        let root = if text.trim_start().starts_with('{') {
            parse_json(text)
        } else {
            parse_yaml(text)
        };
        let root: Value = root.map_err(DocumentError::Syntax)?;
        let version = root.get("openapi").and_then(Value::as_str);
        match version {
            Some(version) if version.starts_with("3.0") || version.starts_with("3.1") => {
                let work = Cell::new(MAX_WORK);
                Ok(Self { root, work })
            }
            Some(_) => Err(DocumentError::Version("`openapi` is another version")),
            None if root.get("swagger").is_some() => Err(DocumentError::Version(
                "it is Swagger 2.0, which converters turn into 3.0",
            )),
            None => Err(DocumentError::Version("there is no field `openapi`")),
        }
    }

    /// Returns the whole document.
    pub(super) const fn root(&self) -> &Value {
        &self.root
    }

    /// Counts a name or a reference that is looked at.
    ///
    /// # Errors
    /// If there were too many.
    pub(super) fn look_at(&self, name: &str) -> Result<(), ReferenceError> {
        let left = self.work.get().saturating_sub(name.len() + WORK);
        self.work.set(left);
        match left {
            0 => Err(ReferenceError::TooCostly),
            _ => Ok(()),
        }
    }

    /// Returns whether more was looked at than is allowed.
    pub(super) const fn is_too_costly(&self) -> bool {
        self.work.get() == 0
    }

    /// Returns the object that `value` is, or refers to.
    ///
    /// # Errors
    /// If a reference leads out of the document, to nothing or to itself.
    pub(super) fn object<'a>(
        &'a self,
        value: &'a Value,
    ) -> Result<&'a Map<String, Value>, ReferenceError> {
        let mut found = value;
        for _ in 0..MAX_STEPS {
            match (reference(found), found) {
                (Some(reference), _) => found = self.find(reference)?,
                (None, Value::Object(fields)) => return Ok(fields),
                (None, _) => return Err(ReferenceError::NoObject),
            }
        }
        let start = reference(value).unwrap_or_default();
        Err(ReferenceError::Circle(start.to_owned()))
    }

    /// Returns the value that a reference leads to.
    ///
    /// # Errors
    /// If it leads out of the document, or to nothing.
    pub(super) fn find(&self, reference: &str) -> Result<&Value, ReferenceError> {
        if reference.len() > MAX_REFERENCE {
            return Err(ReferenceError::TooLong);
        }
        self.look_at(reference)?;
        let Some(pointer) = reference.strip_prefix('#') else {
            return Err(ReferenceError::Foreign(reference.to_owned()));
        };
        let pointer = percent_decode_str(pointer).decode_utf8_lossy();
        let found = self.root.pointer(&pointer);
        found.ok_or_else(|| ReferenceError::Nothing(reference.to_owned()))
    }
}

/// Returns the reference that a value is, if it is one.
pub(super) fn reference(value: &Value) -> Option<&str> {
    value.get("$ref").and_then(Value::as_str)
}

fn parse_json(text: &str) -> Result<Value, String> {
    // A value follows each comma, colon and opening bracket, if that is not in a text.
    let is_before_value = |byte: &u8| matches!(byte, b',' | b':' | b'[' | b'{');
    if text.bytes().filter(is_before_value).count() > 2 * MAX_NODES {
        return Err("it has too many values".into());
    }
    serde_json::from_str(text).map_err(|error| error.to_string())
}

fn parse_yaml(text: &str) -> Result<Value, String> {
    let options = serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_nodes: MAX_NODES,
            max_events: 2 * MAX_NODES,
            max_depth: MAX_DEPTH,
            max_documents: 1,
        },
        alias_limits: serde_saphyr::alias_limits! {
            max_total_replayed_events: MAX_REPLAYED,
        },
        with_snippet: false,
    };
    serde_saphyr::from_str_with_options(text, options).map_err(|error| error.to_string())
}
